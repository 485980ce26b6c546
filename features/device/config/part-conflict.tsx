// Shown when another user has saved a newer version of the configuration that is edited.
import { useZoneOf } from '../../../ui/me.ts'
import { configView } from '../../frame/config-views.ts'
import { ConflictDialog } from '../../platform/open/versioned-conflict.tsx'
import type { EquipmentInfo } from '../equipment/contract.ts'
import { loadNewest } from '../open/config-query.ts'
import type { usePartEditing } from './part-editing.ts'

type Stale = Pick<ReturnType<typeof usePartEditing>, 'isStale' | 'base' | 'mine' | 'reload' | 'later'>

/** The conflict of a part's editor, if there is one; `notes`: the effect of keeping and of dropping local changes. */
export function PartConflict({
  info,
  of: { isStale, base, mine, reload, later },
  notes,
}: {
  info: EquipmentInfo
  of: Stale
  notes: { keep: string; drop: string }
}) {
  const zone = useZoneOf(info)
  return (
    isStale && (
      <ConflictDialog
        base={base}
        mine={mine}
        view={configView}
        loadNewest={() => loadNewest(info.id)}
        zone={zone}
        onReload={reload}
        notes={notes}
        onClose={later}
      />
    )
  )
}
