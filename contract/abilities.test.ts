import { expect, test } from 'vitest'
import { abilities, lackingFor } from './abilities.ts'
import { GatewayConfig } from './gateway-config.ts'

const config = (more: object = {}) => GatewayConfig.parse({ drivers: [], ...more })
const rule = { id: 7, raise: '1 > 0' }

test('a gateway that cannot judge alarms is refused a configuration with alarms, and no other', () => {
  const older = abilities.filter((ability) => ability !== 'alarms')
  expect(lackingFor(config({ alarms: [rule] }), older)).toEqual(['alarms'])
  expect(lackingFor(config({ alarms: [rule] }), null)).toEqual(['alarms'])
  expect(lackingFor(config({ alarms: [rule] }), abilities)).toEqual([])
  expect(lackingFor(config(), older)).toEqual([])
})
