// The type of a column that a room of this wing adds to the list of project operations: `operation-column.tsx` in its
// folder.
import type { ProjectId } from '../../../contract/fields.ts'
import type { Permission } from '../../../contract/permissions.ts'
import type { ReadAt } from '../../../ui/as-of.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import type { ProjectOperation } from './contract.ts'

export type OperationColumn = {
  /** Users without this permission do not see the column. */
  may: Permission
  /** A hook. */
  useColumn: (isAllowed: boolean) => RoomColumn
}

export type RoomColumn = {
  column: Column<ProjectOperation>
  /** Projects that people without an account see through the room; undefined until its query has loaded. */
  openIds: ReadonlySet<ProjectId> | undefined
  /** The query of the room, whose errors the list shows. */
  query: ReadAt & { error: Error | null; refetch: () => unknown }
}
