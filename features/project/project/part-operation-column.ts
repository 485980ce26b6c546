// The type of a column that a room of this wing adds to the list of project operations: `operation-column.tsx` in its
// folder.
import type { ProjectId } from '../../../contract/fields.ts'
import type { Permission } from '../../../contract/permissions.ts'
import type { Column } from '../../../ui/data-table.tsx'
import type { ProjectOperation } from './contract.ts'

export type OperationColumn = {
  /** Users without this permission do not see the column. */
  may: Permission
  /** A hook. `openIds`: projects that people without an account see by it; empty while it loads. */
  useColumn: (isAllowed: boolean) => { column: Column<ProjectOperation>; openIds: ReadonlySet<ProjectId> }
}
