// The sheet with its surroundings: filters, faults, bulk edits, import, versions, saving.
import { useMemo, useRef, useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { useLeaveGuard } from '../../../ui/leave-guard.ts'
import { useList } from '../../../ui/list.ts'
import { useMay, useZoneOf } from '../../../ui/me.ts'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { configView } from '../../frame/config-views.ts'
import { ConflictDialog } from '../../platform/open/versioned-conflict.tsx'
import { ConfigVersions } from '../config/part-versions.tsx'
import type { EquipmentInfo } from '../equipment/contract.ts'
import { loadNewest } from '../open/config-query.ts'
import { BrowseDrawer } from '../probe/part-browse.tsx'
import { canBrowse } from '../probe/rules.ts'
import { useLoss } from '../report/part-loss.ts'
import { BulkBar } from './bulk-bar.tsx'
import { type GridHandle, SignalGrid } from './grid.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { useLiveColumn } from './live-column.tsx'
import { type Picked, pickedRows } from './picked-rows.ts'
import { SeriesForm } from './series-form.tsx'
import { blank, type MoreColumn, nextKey, type SheetColumn, type SheetRow, shownColumns } from './sheet.ts'
import { type Opened, SheetBar } from './sheet-bar.tsx'
import { nextFault, type Place } from './sheet-faults.ts'
import { signalText } from './text.ts'
import { type Head, useSheet } from './use-sheet.ts'

const searched: readonly SheetColumn[] = ['name', 'title', 'address', 'group']

export function SignalSheet({ info, newest }: { info: EquipmentInfo; newest: Head }) {
  const t = useText(signalText)
  const { heldText, mayLose } = useLoss()
  const mayEdit = useMay()('equipment:edit')
  const zone = useZoneOf(info)
  const sheet = useSheet(info.id, newest)
  const list = useList({ driver: '' })
  const grid = useRef<GridHandle>(null)
  const [opened, setOpened] = useState<Opened>()
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [saving, setSaving] = useState(false)
  useLeaveGuard(sheet.changed > 0 && `${info.name} · ${t('changed', { count: sheet.changed })}`)

  const { rows, drivers, changes, faults } = sheet
  const filtered = drivers.find(({ id }) => String(id) === list.filters.driver)
  const fresh = { ...blank, driver: (filtered ?? drivers[0])?.name ?? '', dataType: 'float32', access: 'r' }
  const word = list.word.trim().toLowerCase()
  const shown = useMemo(() => {
    // A row with an unknown driver is always shown, so that its fault can be found.
    const others = new Set(filtered && drivers.flatMap(({ id, name }) => (id === filtered.id ? [] : [name])))
    const passes = ({ cells }: SheetRow) =>
      !others.has(cells.driver) && (!word || searched.some((column) => cells[column].toLowerCase().includes(word)))
    return filtered || word ? rows.filter(passes) : rows
  }, [rows, drivers, filtered, word])
  const ghost = useMemo(
    () =>
      mayEdit && !word && rows.length < limits.signalsPerEquipment ? { key: nextKey(rows), cells: blank } : undefined,
    [rows, word, mayEdit],
  )
  const live = useLiveColumn(info, sheet, ghost?.key)
  const changedKeys = useMemo(() => new Set(changes.save.map(({ key }) => key)), [changes])
  const [asked, setAsked] = useState<ReadonlySet<MoreColumn>>(new Set())
  const columns = useMemo(
    () => shownColumns(rows, asked, (column) => [...faults.values()].some((row) => row[column] !== undefined)),
    [rows, asked, faults],
  )
  const chosen = rows.filter(({ key }) => selected.has(key))

  const toNextFault = () => {
    const place = nextFault(rows, columns, faults, grid.current?.place())
    if (!place) return
    if (shown.some(({ key }) => key === place.key)) grid.current?.show(place)
    else {
      list.clear()
      later(place)
    }
  }
  // Waits until new or formerly hidden rows are rendered.
  const later = (place: Place) => setTimeout(() => grid.current?.show(place), 50)
  const show = (key: number) => later({ key, column: 'name' })
  const gone = useMemo(() => new Set<number>(changes.remove), [changes])
  const save = async () => {
    if (!(await mayLose(sheet.head.config, gone, info.name))) return
    setSaving(true)
    try {
      const result = await sheet.save()
      if (result.at === 'stale') setOpened('stale')
      else if (result.at === 'refused') toast.bad(result.error)
      else toast.good(`${t('saved', { version: sheet.head.version + 1 })} ${info.sn ? t('sent') : ''}`)
    } finally {
      setSaving(false)
    }
  }
  const close = () => setOpened(undefined)
  const browsed = [filtered, ...drivers].find((driver) => driver && canBrowse(driver.type))
  const pick = (nodes: readonly Picked[]) => {
    const added = pickedRows(nodes, rows, { ...fresh, driver: browsed?.name ?? fresh.driver })
    sheet.setRows([...rows, ...added])
    if (added[0]) show(added[0].key)
  }
  return (
    <section className="sheet-card">
      <SheetBar
        sheet={sheet}
        list={list}
        name={info.name}
        saving={saving}
        held={heldText(sheet.head.config, gone)}
        onSave={() => void save()}
        onOpen={setOpened}
        onNextFault={toNextFault}
        isTemplate={info.isTemplate}
        shown={columns}
        onShown={setAsked}
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
      {opened === 'series' && (
        <SeriesForm sheet={sheet} model={chosen[0]} fresh={fresh} onAdded={show} onClose={close} />
      )}
      {opened === 'import' && <ImportDialog sheet={sheet} fresh={fresh} onClose={close} />}
      {opened === 'browse' && browsed && (
        <BrowseDrawer
          equipmentId={info.id}
          driver={browsed}
          plcFault={live.plcFaultOf(browsed)}
          taken={new Set(rows.flatMap(({ cells }) => (cells.driver === browsed.name ? [cells.address.trim()] : [])))}
          room={limits.signalsPerEquipment - rows.length}
          onPick={pick}
          onClose={close}
        />
      )}
      {opened === 'versions' && (
        <ConfigVersions
          info={info}
          newest={sheet.head.version}
          hasEdits={sheet.changed > 0}
          onRestored={() => sheet.reload(false)}
          onClose={close}
        />
      )}
      {opened === 'stale' && (
        <ConflictDialog
          base={sheet.head.config}
          mine={sheet.mine}
          view={configView}
          loadNewest={() => loadNewest(info.id)}
          zone={zone}
          onReload={sheet.reload}
          notes={{ keep: t('staleKeepNote'), drop: t('staleDropNote') }}
          onClose={close}
        />
      )}
    </section>
  )
}
