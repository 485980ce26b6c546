import { renderToString } from 'react-dom/server'
import { beforeEach, expect, test } from 'vitest'
import type { Column } from '../../../ui/data-table.tsx'
import { setLanguage } from '../../../ui/language.ts'
import type { OperationRow } from './contract.ts'
import { useLogColumns } from './log-columns.tsx'

beforeEach(() => setLanguage('en'))

function columnsOf(): Column<OperationRow>[] {
  let columns: Column<OperationRow>[] = []
  function Probe() {
    columns = useLogColumns('UTC', ['at', 'act', 'object', 'change', 'result', 'ip'])
    return null
  }
  renderToString(<Probe />)
  return columns
}

test('on a phone a line of the log starts with the action, ends with the time, and has the IP address', () => {
  const phone = Object.fromEntries(columnsOf().map((column) => [column.key, column.phone]))
  expect(phone).toMatchObject({ act: 'title', at: 'end', ip: undefined })
})
