import { useState } from 'react'
import { ApiError } from '../../contract/call.ts'
import { Act } from '../../ui/act.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { formatAge } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { useList } from '../../ui/list.ts'
import { type Presence, type Severity, SeverityMark, StatusDot } from '../../ui/marks.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { ValueText } from '../../ui/value-text.tsx'

type Row = {
  id: number
  name: string
  sn: string
  state: Presence
  alarms: number
  severity: Severity
  flow: number
  ageMs: number
}

const names = [
  'Intake station 1',
  'Treatment hall A',
  'Distribution north',
  '3号空压站',
  'Well field 7',
  'Booster pump east',
]
const states: readonly Presence[] = ['online', 'online', 'online', 'online', 'sleeping', 'offline']
const levels: readonly Severity[] = ['severe', 'important', 'normal']
const ages = [1000, 1000, 2000, 5000, 14 * 60_000, 126 * 60_000, 3 * 86_400_000]
const trend = (of: number) => Array.from({ length: 60 }, (_, i) => Math.sin(i / 9 + of) + Math.sin(i * of) / 4)

const rows: Row[] = Array.from({ length: 47 }, (_, i) => ({
  id: i + 1,
  name: `${names[i % names.length]}${i < names.length ? '' : ` · ${Math.floor(i / names.length) + 1}`}`,
  sn: `LF202${6 - (i % 4)}-${String((i * 7919) % 100_000).padStart(5, '0')}`,
  state: states[i % states.length]!,
  alarms: (i * 5) % 4,
  severity: levels[i % levels.length]!,
  flow: ((i * 137) % 1300) + 0.5,
  ageMs: ages[i % ages.length]!,
}))

const columns: Column<Row>[] = [
  {
    key: 'name',
    title: 'Device',
    sort: true,
    cell: ({ state, name }) => <StatusDot state={state}>{name}</StatusDot>,
  },
  { key: 'sn', title: 'SN', sort: true },
  {
    key: 'alarms',
    title: 'Alarms',
    width: 90,
    cell: ({ alarms, severity }) => (alarms ? <SeverityMark severity={severity} count={alarms} soft /> : '—'),
  },
  {
    key: 'trend',
    title: '10 min',
    width: 90,
    phone: 'hide',
    text: () => '',
    cell: ({ id }) => <Sparkline points={trend(id)} />,
  },
  {
    key: 'flow',
    title: 'Flow',
    align: 'right',
    sort: true,
    cell: ({ flow }) => <ValueText value={flow} unit="m³/h" />,
  },
  { key: 'ageMs', title: 'Updated', align: 'right', width: 90, cell: ({ ageMs }) => formatAge(ageMs, language()) },
]

const shows = ['full', 'empty', 'loading', 'error'] as const
const answers = {
  full: { data: rows, error: null },
  empty: { data: [], error: null },
  loading: { data: undefined, error: null },
  error: { data: undefined, error: new ApiError(90002, 'You have no permission') },
}

export function GalleryTable() {
  const [show, setShow] = useState<(typeof shows)[number]>('full')
  const list = useList({ state: '' })
  return (
    <DataTable
      label="Devices"
      columns={columns}
      query={{ ...answers[show], refetch: () => setShow('full') }}
      list={list}
      keyOf={(row) => row.id}
      to={(row) => `/dev/ui?device=${row.id}`}
      acts={() => (
        <>
          <Act kind="link">Edit</Act>
          <Act kind="link" why="It is still in use">
            Delete
          </Act>
        </>
      )}
      search="Name or SN"
      filter={
        <Segmented
          label="State"
          value={show}
          options={shows.map((value) => ({ value, label: value }))}
          onChange={setShow}
        />
      }
      exportName="devices"
      empty={
        <EmptyState icon="device" act={<Act kind="primary">Add a device</Act>}>
          A device is a machine whose variables a gateway collects.
        </EmptyState>
      }
    />
  )
}
