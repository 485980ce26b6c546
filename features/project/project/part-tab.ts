// The type of a tab that a room of this wing adds to the page of a project: `project-tab.tsx` in its folder.
import type { ComponentType } from 'react'
import type { Language } from '../../../contract/errors.ts'
import type { Permission } from '../../../contract/permissions.ts'
import type { ProjectInfo } from './contract.ts'

export type ProjectTab = {
  /** The tab's key in the address: `?tab=reports`. */
  key: string
  /** Sort order among the tabs; the page's own tabs are 10 to 50. */
  place: number
  label: Record<Language, string>
  /** Users without this permission do not see the tab. */
  may: Permission
  Body: ComponentType<{ project: ProjectInfo }>
}
