import { beforeAll, expect, test } from 'vitest'
import { setLanguage } from '../../../ui/language.ts'
import { boundOf } from '../../../widgets/binds.ts'
import { systemTargets } from './system-targets.ts'

beforeAll(() => setLanguage('en'))

test('all counts of a project are offered, each as a binding that widgets accept', () => {
  const all = systemTargets('')
  expect(all.map(({ title }) => title)).toEqual([
    'Devices',
    'Devices online',
    'Devices not online',
    'Devices in alarm',
    'Open alarms',
  ])
  for (const { binding } of all) expect(boundOf(binding)?.kind).toBe('system')
})

test('counts are found by words of their names', () =>
  expect(systemTargets('ALARM open').map(({ binding }) => binding.systemKey)).toEqual(['alarmCount']))
