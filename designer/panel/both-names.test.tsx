// A bound variable is shown by its name as it was given, with its translation beside it.
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { BindingCard } from './binding-card.tsx'
import { type Sources, SourcesProvider } from './sources.ts'

const binding = { type: 'signal', signalId: 7, equipId: 3, title: 'Well level', subTitle: 'Intake station 1' }
const names = new Map([
  ['Well level', '井液位'],
  ['Intake station 1', '1号取水站'],
])
const sources: Sources = {
  variables: {
    search: () => Promise.resolve([]),
    find: () => Promise.resolve([]),
    ofDevice: () => Promise.resolve([]),
    value: () => null,
  },
  pages: [],
}

const card = (named?: (name: string) => string) =>
  renderToStaticMarkup(
    <SourcesProvider value={{ ...sources, ...(named ? { named } : {}) }}>
      <BindingCard binding={binding} kinds={['signal']} onClear={() => undefined} />
    </SourcesProvider>,
  )

test('the translation is shown beside the name, and devices by their translation', () => {
  const html = card((name) => names.get(name) ?? name)
  expect(html).toContain('Well level<small>井液位</small>')
  expect(html).toContain('1号取水站')
  expect(html).not.toContain('Intake station 1')
})

test('a name without a translation is shown once', () => {
  expect(card((name) => name)).toContain('Well level</span>')
  expect(card()).toContain('Intake station 1')
})
