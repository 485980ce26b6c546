import { expect, it } from 'vitest'
import { type Script, ScriptTrigger } from '../../../contract/equipment-config.ts'
import { ScriptId } from '../../../contract/fields.ts'
import { draftOf, editingOf, isSame, mergedEditing } from './editing.ts'

const script = (trigger: object): Script => ({
  ...{
    id: ScriptId.parse(7),
    name: 'Follow',
    source: '1\n',
    trigger: ScriptTrigger.parse(trigger),
    enabled: undefined,
  },
})

it.each([[{ kind: 'period', everyMs: 500 }], [{ kind: 'change', signalIds: [1, 2] }], [{ kind: 'start' }]])(
  'a saved script is edited and saved as it was: %j',
  (trigger) => {
    const editing = editingOf(script(trigger))
    expect(draftOf(editing)).toEqual({ id: 7, name: 'Follow', source: '1\n', trigger })
    expect(isSame(editing, editingOf(script(trigger)))).toBe(true)
    expect(isSame(editing, { ...editing, enabled: false })).toBe(false)
  },
)

it('inputs of another trigger are kept, and not saved', () => {
  const editing = { ...editingOf(script({ kind: 'period', everyMs: 500 })), kind: 'start' as const }
  expect(draftOf(editing).trigger).toEqual({ kind: 'start' })
  expect(draftOf({ ...editing, kind: 'period' }).trigger).toEqual({ kind: 'period', everyMs: 500 })
})

it('a merge of two edits keeps the changes of both', () => {
  const base = editingOf(script({ kind: 'start' }))
  const merged = mergedEditing(base, { ...base, source: 'mine' }, { ...base, name: 'Theirs', source: 'theirs' })
  expect(merged).toMatchObject({ source: 'mine', name: 'Theirs' })
})
