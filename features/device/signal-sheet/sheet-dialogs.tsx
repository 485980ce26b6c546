// The dialogs of the sheet: a series of variables, import, the address space of a driver, versions, a conflict.
import { limits } from '../../../contract/limits.ts'
import { useZoneOf } from '../../../ui/me.ts'
import { useText } from '../../../ui/words.ts'
import { configView } from '../../frame/config-views.ts'
import { ConflictDialog } from '../../platform/open/versioned-conflict.tsx'
import { ConfigVersions } from '../config/part-versions.tsx'
import type { EquipmentInfo } from '../equipment/contract.ts'
import { loadNewest } from '../open/config-query.ts'
import { BrowseDrawer } from '../probe/part-browse.tsx'
import { canBrowse } from '../probe/rules.ts'
import { ImportDialog } from './import-dialog.tsx'
import { type Picked, pickedRows } from './picked-rows.ts'
import { SeriesForm } from './series-form.tsx'
import type { Cells, SheetRow } from './sheet.ts'
import type { Opened } from './sheet-bar.tsx'
import { sheetText } from './text.ts'
import type { Sheet } from './use-sheet.ts'

type Driver = Sheet['drivers'][number]

type DialogNeeds = {
  info: EquipmentInfo
  sheet: Sheet
  /** The cells with which a new row starts. */
  fresh: Cells
  /** The row that a series continues. */
  model: SheetRow | undefined
  /** The driver whose variables are shown; undefined: those of all. */
  driver: Driver | undefined
  /** The fault of a driver's connection, a code of contract/errors.ts. */
  plcFaultOf: (driver: Driver) => number | undefined
  /** Called with the key of the first new row. */
  onAdded: (key: number) => void
  onClose: () => void
}

export function SheetDialogs({ opened, ...needs }: DialogNeeds & { opened: Opened | undefined }) {
  const { info, sheet, fresh, model, onAdded, onClose } = needs
  if (opened === 'series') return <SeriesForm {...{ sheet, model, fresh, onAdded, onClose }} />
  if (opened === 'import') return <ImportDialog {...{ sheet, fresh, onClose }} />
  if (opened === 'browse') return <Browse {...needs} />
  if (opened === 'versions')
    return (
      <ConfigVersions
        info={info}
        newest={sheet.head.version}
        hasEdits={sheet.changed > 0}
        onRestored={() => sheet.reload(false)}
        onClose={onClose}
      />
    )
  return opened === 'stale' ? <Conflict {...needs} /> : null
}

/** Adds variables from the address space of the shown driver, or of the first that has one. */
function Browse({ info, sheet, fresh, driver, plcFaultOf, onAdded, onClose }: DialogNeeds) {
  const { rows, drivers, setRows } = sheet
  const browsed = [driver, ...drivers].find((each) => each && canBrowse(each.type))
  if (!browsed) return null
  const pick = (nodes: readonly Picked[]) => {
    const added = pickedRows(nodes, rows, { ...fresh, driver: browsed.name })
    setRows([...rows, ...added])
    if (added[0]) onAdded(added[0].key)
  }
  return (
    <BrowseDrawer
      equipmentId={info.id}
      driver={browsed}
      plcFault={plcFaultOf(browsed)}
      taken={new Set(rows.flatMap(({ cells }) => (cells.driver === browsed.name ? [cells.address.trim()] : [])))}
      room={limits.signalsPerEquipment - rows.length}
      onPick={pick}
      onClose={onClose}
    />
  )
}

/** Another user has saved a newer version. */
function Conflict({ info, sheet, onClose }: DialogNeeds) {
  const t = useText(sheetText)
  return (
    <ConflictDialog
      base={sheet.head.config}
      mine={sheet.mine}
      view={configView}
      loadNewest={() => loadNewest(info.id)}
      zone={useZoneOf(info)}
      onReload={sheet.reload}
      notes={{ keep: t('staleKeepNote'), drop: t('staleDropNote') }}
      onClose={onClose}
    />
  )
}
