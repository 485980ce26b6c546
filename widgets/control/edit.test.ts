import { expect, test } from 'vitest'
import { type Edit, type EditEvent, edited, showingValue } from './edit.ts'

const after = (...events: EditEvent[]): Edit => events.reduce(edited, showingValue)
const type = (text: string): EditEvent => ({ type: 'type', text })
const write = (text: string): EditEvent => ({ type: 'write', text })
const [leave, revert, done, failed] = (['leave', 'revert', 'done', 'failed'] as const).map((name) => ({ type: name }))

test.each<[string, (EditEvent | undefined)[], Edit]>([
  ['typed text is the edit', [type('4'), type('42')], { step: 'edited', text: '42' }],
  ['leaving the field does not write the edit', [type('42'), leave], { step: 'left', text: '42' }],
  ['leaving an unedited field changes nothing', [leave], showingValue],
  ['an unwritten edit can be continued', [type('42'), leave, type('43')], { step: 'edited', text: '43' }],
  ['an edit can be reverted', [type('42'), revert], showingValue],
  ['a write leaves the typed text in the field', [type('08:41'), write('08:41')], { step: 'writing', text: '08:41' }],
  ['losing the focus during a write changes nothing', [write('42'), leave], { step: 'writing', text: '42' }],
  ['Escape does not revert a write under way', [write('42'), revert], { step: 'writing', text: '42' }],
  ['typing during a write changes nothing', [write('42'), type('43')], { step: 'writing', text: '42' }],
  ['a second write during a write changes nothing', [write('42'), write('43')], { step: 'writing', text: '42' }],
  ['after the write the device value is shown', [type('42'), write('42'), done], showingValue],
  ['a failed write leaves the edit in the field', [type('42'), write('42'), failed], { step: 'left', text: '42' }],
  ['a failed write can be retried', [write('42'), failed, write('42')], { step: 'writing', text: '42' }],
  ['a failed write can be reverted', [write('42'), failed, revert], showingValue],
])('%s', (_, events, edit) => expect(after(...(events as EditEvent[]))).toEqual(edit))
