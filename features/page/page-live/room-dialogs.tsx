// Dialogs that other rooms add to a live page; their code loads after the first values.
import { type ComponentType, type ReactNode, useEffect, useMemo, useState } from 'react'
import { EquipmentId } from '../../../contract/fields.ts'
import { isAccount, useMay, useMe } from '../../../ui/me.ts'
import { usePageDrawn } from '../../../ui/page-drawn.ts'
import type { PageDialog } from '../../frame/page-dialog.ts'
import type { Page } from '../page/contract.ts'
import { equipmentsOf } from '../page/rules.ts'

const files = import.meta.glob<{ default: readonly PageDialog[] }>('../../*/*/page-dialog.tsx')

const againMs = 10_000

const withParts =
  (Parts: ComponentType<{ children: ReactNode }>) =>
  ({ Body, ...dialog }: PageDialog): PageDialog => ({
    ...dialog,
    Body: (props) => (
      <Parts>
        <Body {...props} />
      </Parts>
    ),
  })

/** Loads the dialogs; repeats after a failure. */
function useDialogs(isWanted: boolean): readonly PageDialog[] {
  const [dialogs, setDialogs] = useState<readonly PageDialog[]>([])
  useEffect(() => {
    if (!isWanted) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const load = () =>
      void Promise.all([import('../../../ui/parts.tsx'), ...Object.values(files).map((file) => file())] as const).then(
        ([{ Parts }, ...rooms]) => !isOver && setDialogs(rooms.flatMap((room) => room.default.map(withParts(Parts)))),
        () => {
          if (!isOver) timer = setTimeout(load, againMs)
        },
      )
    load()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [isWanted])
  return dialogs
}

/** For accounts only: visitors and wall displays see values, and no dialogs. */
export function RoomDialogs({ page: { id, equipmentId, content, unseenEquips = [] } }: { page: Page }) {
  const may = useMay()
  const isDrawn = usePageDrawn()
  const dialogs = useDialogs(isAccount(useMe()) && isDrawn)
  const key = equipmentsOf(equipmentId, content)
    .filter((each) => !unseenEquips.includes(each))
    .join()
  const equipmentIds = useMemo(
    () => (key === '' ? [] : key.split(',').map((each) => EquipmentId.parse(Number(each)))),
    [key],
  )
  return dialogs
    .filter((each) => may(each.may))
    .map(({ key: name, Body }) => <Body key={name} pageId={id} equipmentIds={equipmentIds} />)
}
