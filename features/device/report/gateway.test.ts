// The part of a report that a gateway receives; a gateway accepts every report that the platform accepts.
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { gatewayConfigHash } from '../../../contract/config-hash.ts'
import type { Report } from '../../../contract/equipment-config.ts'
import { aggregations, GatewayConfig, periodUnits, storageModes } from '../../../contract/gateway-config.ts'
import { checkReports } from '../../../signal/store/check-reports.ts'
import { config, equipmentId, report, v } from '../../../testkit/report-config.ts'
import { gatewayConfigOf } from '../../frame/config.ts'
import { referenceTo } from '../open/config-condition.ts'
import { reportFaults } from './rules.ts'

describe('the configuration sent to a gateway', () => {
  const hash = (reports: Report[]) => gatewayConfigHash(gatewayConfigOf(config(reports), 'UTC', equipmentId))
  const project = (change: Record<string, unknown>) =>
    gatewayConfigOf(config([report(1, change)]), 'UTC', equipmentId).reports

  test('has no list of reports without enabled reports', () => {
    expect(Object.keys(gatewayConfigOf(config(), 'UTC', equipmentId))).toEqual(['zone', 'drivers'])
    expect(hash([report(1, { enabled: false })])).toBe(hash([]))
  })

  test('contains a report without name and defaults, with its condition as a formula', () => {
    expect(project({ mode: 'single', condition: { signalId: 1, symbol: '>=', value: -2.5 } })).toEqual([
      { id: 1, type: 'normal', mode: 'single', condition: `${v(1)} >= -2.5`, columns: [{ id: 100, signalId: 1 }] },
    ])
    expect(project({ mode: 'single', condition: { signalId: 3, symbol: '==', value: 1 } })?.[0]?.condition).toBe(
      `${v(3)} == true`,
    )
    expect(project({ mode: 'single', triggerSignalId: 2 })).toMatchObject([{ mode: 'single', triggerSignalId: 2 }])
    expect(project({ mode: 'single', condition: { expression: `${v(1)} > 1` } })?.[0]?.condition).toBe(`${v(1)} > 1`)
  })

  it.each([
    ['a name', { name: 'other' }],
    ['a written default', { fluctuation: 0, isPercent: false, minIntervalMs: 1000, enabled: true }],
    ['what its mode has no use for', { condition: { expression: '1' }, fluctuation: 5, triggerSignalId: 2 }],
    ['a period that begins at its full', { period: { every: 10, unit: 'second', offsetS: 0 } }],
  ])('%s does not change the hash', (_, change) => expect(hash([report(1, change)])).toBe(hash([report(1)])))

  it.each([
    ['another period', { period: { every: 5, unit: 'second' } }],
    ['another mode', { mode: 'interval' }],
    ['another column', { columns: [{ signalId: 2 }] }],
    ['being switched off', { enabled: false }],
  ])('%s changes the hash', (_, change) => expect(hash([report(1, change)])).not.toBe(hash([report(1)])))

  test('is accepted by the gateway for every type and mode', () => {
    for (const type of ['normal', 'summary'] as const) {
      for (const mode of storageModes) {
        const aggregation = type === 'summary' ? 'max' : undefined
        const change = { type, mode, triggerSignalId: 1, condition: { expression: '1' }, fluctuation: 1 }
        const sent = gatewayConfigOf(
          config([report(1, { ...change, columns: [{ signalId: 1, aggregation }] })]),
          'UTC',
          equipmentId,
        )
        expect(GatewayConfig.parse(JSON.parse(JSON.stringify(sent)))).toEqual(sent)
      }
    }
  })
})

describe('a gateway accepts each report that the platform accepts', () => {
  const choice = fc.record(
    { signalId: fc.integer({ min: 1, max: 6 }), aggregation: fc.constantFrom(...aggregations) },
    { requiredKeys: ['signalId'] },
  )
  const any = fc.record(
    {
      type: fc.constantFrom('normal', 'summary'),
      period: fc.record({ every: fc.constantFrom(1, 2, 7, 12), unit: fc.constantFrom(...periodUnits) }),
      condition: fc.oneof(
        fc.record({ expression: fc.constantFrom(`${v(1)} > 5`, v(5), referenceTo(4, 1), '1 +') }),
        fc.record({
          signalId: fc.integer({ min: 1, max: 6 }),
          symbol: fc.constant('<='),
          value: fc.double({ noNaN: true, noDefaultInfinity: true }),
        }),
      ),
      triggerSignalId: fc.integer({ min: 1, max: 6 }),
      columns: fc.array(choice, { minLength: 1, maxLength: 3 }),
    },
    { requiredKeys: ['type', 'columns'] },
  )
  it.each(storageModes)('of storage mode %s', (mode) => {
    // Skips reports that the platform rejects; fast-check generates others, and fails if it finds too few.
    const property = fc.property(any, (change) => {
      const one = { ...report(1, { period: undefined, ...change, mode }), name: 'One' }
      fc.pre(reportFaults(one, config(), equipmentId).length === 0)
      expect(checkReports({ equipmentId, config: gatewayConfigOf(config([one]), 'UTC', equipmentId) })).toEqual([])
    })
    fc.assert(property, { numRuns: 100 })
  })
})
