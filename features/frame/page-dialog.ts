// What a room shows over a live page by itself: `page-dialog.tsx` in its folder, collected by the page. A modal of it waits for
// its turn (ui/modal-turn), so that it covers no confirmation of a write and no other notice. [S2 Live views]
import type { ComponentType } from 'react'
import type { EquipmentId, PageId } from '../../contract/fields.ts'
import type { Permission } from '../../contract/permissions.ts'

export type PageDialogProps = {
  pageId: PageId
  /** Devices of the page that the viewer sees by himself. */
  equipmentIds: readonly EquipmentId[]
}

export type PageDialog = {
  key: string
  /** Whoever may not does not see it. */
  may: Permission
  /** Renders nothing as long as there is nothing to say. */
  Body: ComponentType<PageDialogProps>
}
