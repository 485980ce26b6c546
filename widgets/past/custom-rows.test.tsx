// Custom report widgets of older pages whose stored time range is longer than a query allows.
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, it } from 'vitest'
import { setLanguage } from '../../ui/language.ts'
import { stillHost } from '../host/page-host.ts'
import { CustomArea } from './custom-area.tsx'
import { CustomRows } from './custom-rows.tsx'

beforeEach(() => setLanguage('en'))

const days30 = '<option value="43200" selected="">Last 30 d</option>'

it('rows with a stored range of a year show the last 30 days, with a note', () => {
  const of = { timeRange: 525_600, rollTime: 60, page: true, pageSize: 10, filterTime: true, exportExcel: false }
  expect(
    renderToStaticMarkup(<CustomRows of={of} host={stillHost} reportId={1} name="Energy" mostRows={100} />),
  ).toContain(days30)
})

it('curves with a stored range of a year show the last 30 days, with a note', () => {
  const of = { timeRange: 525_600, timeFormat: '', showXRange: false, timeFilter: true, dataSelect: false }
  expect(
    renderToStaticMarkup(
      <CustomArea of={of} host={stillHost} reportId={1} plot={{} as Parameters<typeof CustomArea>[0]['plot']} />,
    ),
  ).toContain(days30)
})
