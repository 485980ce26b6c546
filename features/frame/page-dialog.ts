// A dialog that a room shows over live pages: `page-dialog.tsx` in its folder, collected by the page. A modal dialog
// waits for its turn (ui/modal-turn), so that it does not cover the confirmation of a write or another notice. [S2 Live
// views]
import type { ComponentType } from 'react'
import type { EquipmentId, PageId } from '../../contract/fields.ts'
import type { Permission } from '../../contract/permissions.ts'

export type PageDialogProps = {
  pageId: PageId
  /** Devices of the page that the viewer can see outside of its project. */
  equipmentIds: readonly EquipmentId[]
}

export type PageDialog = {
  key: string
  /** The permission for the dialog. */
  may: Permission
  /** The dialog; renders nothing while it is closed. */
  Body: ComponentType<PageDialogProps>
}
