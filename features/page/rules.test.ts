import { expect, test } from 'vitest'
import { reconciled } from './rules.ts'

const own = new Map([[7, { equipmentId: 3, title: 'Level', name: 'Intake' }]])

test.each([
  ['stays', { type: 'signal', signalId: 7, equipId: 3 }, { type: 'signal', signalId: 7, equipId: 3 }],
  ['of text from a form stays', { signalId: 7, equipId: '3' as never }, { signalId: 7, equipId: '3' }],
  [
    'has the names of now',
    { signalId: 7, equipId: 3, title: 'Old', subTitle: 'Older', unit: 'm' },
    { signalId: 7, equipId: 3, title: 'Level', subTitle: 'Intake', unit: 'm' },
  ],
  [
    'to a variable that is gone is cleared',
    { type: 'signal', signalId: 8, equipId: 3, title: 'x', unit: 'm' },
    { type: 'signal', unit: 'm' },
  ],
  ['to a variable of another device is cleared', { signalId: 7, equipId: 4, subTitle: 'x' }, {}],
  ['to a variable of no device is cleared', { signalId: 7 }, {}],
])('a binding %s', (_, binding, now) => expect(reconciled(binding, own)).toEqual(now))
