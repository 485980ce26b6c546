// The sheet with its surroundings: filters, faults, bulk edits, saving, dialogs.
import { useMemo, useRef, useState } from 'react'
import { useLeaveGuard } from '../../../ui/leave-guard.ts'
import { useList } from '../../../ui/list.ts'
import { useMay } from '../../../ui/me.ts'
import { useText } from '../../../ui/words.ts'
import type { EquipmentInfo } from '../equipment/contract.ts'
import { BulkBar } from './bulk-bar.tsx'
import { type GridHandle, SignalGrid } from './grid.tsx'
import { useLiveColumn } from './live-column.tsx'
import { type Opened, SheetBar } from './sheet-bar.tsx'
import { SheetDialogs } from './sheet-dialogs.tsx'
import { nextFault, type Place } from './sheet-faults.ts'
import { sheetText } from './text.ts'
import { type Head, useSheet } from './use-sheet.ts'
import { useSheetSaving } from './use-sheet-saving.ts'
import { useSheetView } from './use-sheet-view.ts'

export function SignalSheet({ info, newest }: { info: EquipmentInfo; newest: Head }) {
  const t = useText(sheetText)
  const mayEdit = useMay()('equipment:edit')
  const sheet = useSheet(info.id, newest)
  const list = useList({ driver: '' })
  const { driver, fresh, shown, ghost, columns, showColumns } = useSheetView(sheet, list, mayEdit)
  const grid = useRef<GridHandle>(null)
  const [opened, setOpened] = useState<Opened>()
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const { saving, save, held } = useSheetSaving(info, sheet, () => setOpened('stale'))
  useLeaveGuard(sheet.changed > 0 && `${info.name} · ${t('changed', { count: sheet.changed })}`)
  const live = useLiveColumn(info, sheet, ghost?.key)
  const { rows, changes, faults } = sheet
  const changedKeys = useMemo(() => new Set(changes.save.map(({ key }) => key)), [changes])
  const chosen = rows.filter(({ key }) => selected.has(key))

  // Waits until new or formerly hidden rows are rendered.
  const showLater = (place: Place) => setTimeout(() => grid.current?.show(place), 50)
  const toNextFault = () => {
    const place = nextFault(rows, columns, faults, grid.current?.place())
    if (!place) return
    if (shown.some(({ key }) => key === place.key)) grid.current?.show(place)
    else {
      list.clear()
      showLater(place)
    }
  }
  return (
    <section className="sheet-card">
      <SheetBar
        sheet={sheet}
        list={list}
        name={info.name}
        saving={saving}
        held={held}
        onSave={() => void save()}
        onOpen={setOpened}
        onNextFault={toNextFault}
        isTemplate={info.isTemplate}
        shown={columns}
        onShown={showColumns}
      />
      {chosen.length > 0 && mayEdit && (
        <BulkBar sheet={sheet} chosen={chosen} fresh={fresh} onDone={() => setSelected(new Set())} />
      )}
      <SignalGrid
        ref={grid}
        sheet={sheet}
        rows={shown}
        ghost={ghost}
        changedKeys={changedKeys}
        fresh={fresh}
        shown={columns}
        readOnly={!mayEdit}
        selected={selected}
        onSelected={setSelected}
        live={live.column}
      />
      <SheetDialogs
        {...{ opened, info, sheet, fresh, driver }}
        model={chosen[0]}
        plcFaultOf={live.plcFaultOf}
        onAdded={(key) => showLater({ key, column: 'name' })}
        onClose={() => setOpened(undefined)}
      />
    </section>
  )
}
