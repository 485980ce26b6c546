// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the references of a formula look like placeholders.
import { describe, expect, it } from 'vitest'
import { boundOf, reportOf, type TestReport } from '../../testkit/storing-world.ts'
import { checkReports } from './check-reports.ts'

const minute = { every: 1, unit: 'minute' } as const
const columns = (signalId: number) => [{ id: 90, signalId }]

describe('reports that can run', () => {
  it.each<TestReport>([
    { mode: 'periodic', period: minute },
    { mode: 'interval', period: minute, type: 'summary' },
    { mode: 'conditional', period: minute, condition: '${1.1} > 5 and not ${1.2} = 3' },
    { mode: 'conditional', condition: '${1.1}', type: 'summary' },
    { mode: 'change' },
    { mode: 'change', triggerSignalId: 2, type: 'summary' },
    { mode: 'single', condition: '${1.9} = "run"' },
    { mode: 'single', triggerSignalId: 2 },
    { mode: 'single', triggerSignalId: 2, condition: '${1.9} = "run"', type: 'summary' },
  ])('%j', (report) => expect(checkReports(boundOf([reportOf(report)]))).toEqual([]))

  it('may be an empty list', () => expect(checkReports(boundOf([]))).toEqual([]))
})

describe('faults of reports', () => {
  it.each<[string, TestReport]>([
    ['it has no period', { mode: 'periodic' }],
    ['it has no period', { mode: 'interval' }],
    ['it has no period', { mode: 'conditional', condition: '1' }],
    ['it has no condition', { mode: 'conditional', period: minute }],
    ['it has neither trigger nor condition', { mode: 'single' }],
    ['a summary of changes has no trigger', { type: 'summary' }],
    ['the condition is wrong at character 8: unknownName "speed"', { mode: 'single', condition: '${1.1}>speed' }],
    ['the condition is wrong at character 4: syntax', { mode: 'single', condition: '1 >' }],
    ['the condition names a variable of another device', { mode: 'single', condition: '${2.1} > 5' }],
    ['there is no variable 77 to read', { columns: columns(77) }],
    ['there is no variable 77 to read', { triggerSignalId: 77 }],
    ['there is no variable 77 to read', { mode: 'single', triggerSignalId: 77 }],
    ['there is no variable 77 to read', { mode: 'single', condition: '${1.77} > 5' }],
  ])('%s', (problem, report) => expect(checkReports(boundOf([reportOf(report)]))).toEqual([`report 1: ${problem}`]))

  it('a variable that can only be written', () => {
    const bound = boundOf([reportOf({})])
    bound.config.drivers[0]!.signals[0]!.access = 'w'
    expect(checkReports(bound)).toEqual(['report 1: there is no variable 1 to read'])
  })

  it('duplicate ids', () => {
    expect(checkReports(boundOf([reportOf({}), reportOf({ signals: [1, 2] })]))).toEqual([
      'report 1 occurs twice',
      'column 10 occurs twice',
    ])
  })

  it('an unknown zone, if a period needs one', () => {
    const zone = { zone: 'Europe/Atlantis' }
    expect(checkReports(boundOf([reportOf({})], zone))).toEqual([])
    expect(checkReports(boundOf([reportOf({ mode: 'periodic', period: minute })], zone))).toEqual([
      'the time zone Europe/Atlantis is unknown',
    ])
  })
})
