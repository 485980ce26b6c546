import { renderToString } from 'react-dom/server'
import { beforeEach, expect, test } from 'vitest'
import { setLanguage } from '../../../ui/language.ts'
import type { PageHost } from '../../../widgets/host/page-host.ts'
import type { ValueSource } from '../../../widgets/host/source.ts'
import type { WatchedDevice } from './part-page-values.ts'
import { alarmsOf, PageValues, type Said } from './part-value-list.tsx'

beforeEach(() => setLanguage('en'))

const values: ValueSource = { cell: () => undefined, freshness: () => 'never', texts: () => null, now: () => 0 }
const state = { signals: [] }
const device = (equipmentId: number) =>
  ({ equipmentId, monitoring: { read: () => state, watch: () => () => undefined } }) as unknown as WatchedDevice
const said: Said = {
  sections: ['counts', 7, 'calculated'],
  spoken: [{ signalId: 5, equipId: 7, title: 'Level', device: 'Intake' }],
  calculated: [{ mvarId: 3, title: 'Total' }],
  counts: ['alarmCount'],
  isOverAll: false,
}
const told = (of: Said, devices: WatchedDevice[]) =>
  renderToString(
    <PageValues said={of} units={undefined} title="Plant" values={values} devices={devices} host={null} />,
  ).replace(/<[^>]+>/g, ' ')

test('counts, variables and calculated values are in page order, each under its own heading', () =>
  expect(told(said, [device(7)])).toMatch(/Project\s+Open alarms.*Intake\s+Level.*Calculated\s+Total/))

test('a device without a name has its own heading, so that its values are not read as those above', () =>
  expect(told({ ...said, spoken: [{ ...said.spoken[0]!, device: '' }] }, [device(7)])).toMatch(/Device 7\s+Level/))

test('values of a single device need no heading', () =>
  expect(told({ ...said, sections: [7] }, [device(7)]).trim()).toMatch(/^Level/))

test('a page over all devices lists the alarms of all of them, another page those of its own devices', () => {
  const host = {} as PageHost
  const listed = (isOverAll: boolean) => alarmsOf({ host, isOverAll, equipmentIds: [7] }).props.equipmentIds
  expect([listed(true), listed(false)]).toEqual(['all', [7]])
})
