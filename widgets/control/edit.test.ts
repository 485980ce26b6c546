import { expect, test } from 'vitest'
import { type Edit, type EditEvent, edited, shown } from './edit.ts'

const after = (...events: EditEvent[]): Edit => events.reduce(edited, shown)
const type = (text: string): EditEvent => ({ type: 'type', text })
const write = (text: string): EditEvent => ({ type: 'write', text })
const [leave, revert, done, failed] = (['leave', 'revert', 'done', 'failed'] as const).map((name) => ({ type: name }))

test.each<[string, (EditEvent | undefined)[], Edit]>([
  ['what is typed is kept', [type('4'), type('42')], { step: 'edited', text: '42' }],
  ['what is typed and left is not written', [type('42'), leave], { step: 'left', text: '42' }],
  ['leaving a field that nobody edited changes nothing', [leave], shown],
  ['what was left is edited further', [type('42'), leave, type('43')], { step: 'edited', text: '43' }],
  ['an edit is taken back', [type('42'), revert], shown],
  ['a write keeps the text as it was typed', [type('08:41'), write('08:41')], { step: 'writing', text: '08:41' }],
  ['the dialog takes the focus while it is written', [write('42'), leave], { step: 'writing', text: '42' }],
  ['Escape takes back no write that is under way', [write('42'), revert], { step: 'writing', text: '42' }],
  ['what is being written is not edited', [write('42'), type('43')], { step: 'writing', text: '42' }],
  ['nor written a second time', [write('42'), write('43')], { step: 'writing', text: '42' }],
  ['once written, the device is shown', [type('42'), write('42'), done], shown],
  ['what could not be written stays', [type('42'), write('42'), failed], { step: 'left', text: '42' }],
  ['and is tried again', [write('42'), failed, write('42')], { step: 'writing', text: '42' }],
  ['or taken back', [write('42'), failed, revert], shown],
])('%s', (_, events, edit) => expect(after(...(events as EditEvent[]))).toEqual(edit))
