// Charts of variables that the viewer may not see: they are reported neither as bad nor as not stored.
import { renderToString } from 'react-dom/server'
import { beforeEach, expect, test } from 'vitest'
import { errorCode } from '../../contract/errors.ts'
import { setLanguage } from '../../ui/language.ts'
import { entryOf } from '../chart/entries.ts'
import { emptyModel, valueLegend } from '../chart/live-models.ts'
import { chartText } from '../chart/text.ts'
import { stillHost } from '../host/page-host.ts'
import { loadWidget } from '../registry.ts'
import { type Input, parsed, type Reading } from '../widget.ts'

beforeEach(() => setLanguage('en'))

const reading: Reading = {
  ...{ isBound: true, value: null, standIn: null, quality: 'bad', code: errorCode('noPermission') },
  ...{ time: null, texts: null, title: '' },
}
const unseen: Input = {
  ...{ kind: 'signal', binding: { unseen: true }, fields: {}, isUnseen: true, cell: undefined },
  read: () => reading,
}
const seen: Input = {
  ...{ kind: 'signal', binding: { signalId: 5, equipId: 7, title: 'Level' }, fields: {}, cell: undefined },
  read: () => ({ ...reading, quality: 'never', code: 0 }),
}

async function drawn(type: string, inputs: readonly Input[]): Promise<string> {
  const widget = await loadWidget(type)
  const Draw = widget.Draw as (props: Record<string, unknown>) => React.ReactNode
  const of = { ...parsed(widget, {}), size: widget.size, mode: 'run', host: stillHost }
  return renderToString(<Draw {...of} inputs={(slot: string) => (slot === 'report' ? [] : inputs)} />)
}

test.each(['Area', 'Xyline', 'Diagram', 'Section'])('%s with only such variables shows a note', async (type) => {
  expect(await drawn(type, [unseen])).toContain('You have no permission to see')
  setLanguage('zh-cn')
  expect(await drawn(type, [unseen])).toContain('您没有查看')
})

test('an area chart draws the other variables and counts those that it leaves out', async () => {
  const html = (await drawn('Area', [unseen, seen])).replaceAll('<!-- -->', '')
  expect(html).toContain('Level')
  expect(html).toContain('No permission to see 1 variable of this chart')
})

test('bars and lines name them in the legend, or in the middle if there are no others', () => {
  const t = chartText.in('en')
  const entry = entryOf({ name: '1', colour: 'red' }, reading)
  expect(valueLegend([entry], { unit: '', decimals: -1 }, 'run', t)).toMatchObject([
    { mark: 'no permission', isOut: true },
  ])
  expect(emptyModel([entry], t)).toEqual({ sentence: 'You have no permission to see these variables', isEmpty: true })
  const bad = entryOf({ name: '2', colour: 'red' }, { ...reading, code: 1714 })
  expect(emptyModel([entry, bad], t)).toEqual({ sentence: '', isEmpty: false })
  expect(emptyModel([], t)).toEqual({ sentence: 'Not bound to a variable', isEmpty: true })
})
