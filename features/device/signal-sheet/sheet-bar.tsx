// The bar above the sheet: filters, faults, undo and actions.
import { Checkbox, Popover, Select } from 'antd'
import { useMemo } from 'react'
import type { Signal } from '../../../contract/equipment-config.ts'
import { limits } from '../../../contract/limits.ts'
import { aboutOf } from '../../../drivers/abouts.ts'
import { Act } from '../../../ui/act.tsx'
import { download } from '../../../ui/download.ts'
import { FilterBox, FilterRow, KeyHint } from '../../../ui/filter-box.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { ListState } from '../../../ui/list.ts'
import { IconAct, PlainAct } from '../../../ui/plain.tsx'
import { useReason } from '../../../ui/reason.ts'
import { useText } from '../../../ui/words.ts'
import { TranslationHint } from '../../platform/open/translation-note.tsx'
import { AddressExamples } from '../driver/part-address-examples.tsx'
import { canBrowse } from '../probe/rules.ts'
import { toCsv } from '../signal/part-csv.ts'
import { signalText } from '../signal/part-text.ts'
import { draftOf, type MoreColumn, moreColumns, type SheetColumn } from './sheet.ts'
import { countFaults } from './sheet-faults.ts'
import { sheetText } from './text.ts'
import type { Sheet } from './use-sheet.ts'

export type Opened = 'series' | 'import' | 'browse' | 'versions' | 'stale'

export function SheetBar({
  sheet,
  list,
  name,
  saving,
  held,
  onSave,
  onOpen,
  onNextFault,
  shown,
  isTemplate,
  onShown,
}: {
  sheet: Sheet
  list: ListState<{ driver: string }>
  /** Name of the device, for the exported file. */
  name: string
  saving: boolean
  /** The reason why the changes cannot be saved: a deleted variable is still needed. */
  held: string | undefined
  onSave: () => void
  onOpen: (what: Opened) => void
  onNextFault: () => void
  shown: readonly SheetColumn[]
  /** True for a template, which has no gateway. */
  isTemplate: boolean
  onShown: (asked: ReadonlySet<MoreColumn>) => void
}) {
  const t = useText(sheetText)
  const fieldName = useText(signalText)
  const reason = useReason()
  const { rows, drivers, changed } = sheet
  const faults = countFaults(sheet.faults)
  const names = useMemo(() => rows.map(({ cells }) => cells.title), [rows])
  const isOver = rows.length > limits.signalsPerEquipment
  const capacity = reason('signalCapacity', { limit: limits.signalsPerEquipment })
  const why = changed === 0 ? t('nothingChanged') : isOver ? capacity : faults > 0 ? t('fixFirst') : held
  const exported = () =>
    download(
      `${name}.csv`,
      toCsv(
        rows.map((row) => draftOf(row, drivers) as Signal),
        drivers,
      ),
    )
  return (
    <>
      <FilterRow>
        <FilterBox word={list.word} onWord={list.setWord} placeholder={t('search')} />
        {drivers.length > 1 && (
          <Select
            className="sheet-driver"
            aria-label={fieldName('driver')}
            value={drivers.some(({ id }) => String(id) === list.filters.driver) ? list.filters.driver : ''}
            options={[
              { value: '', label: t('allDrivers') },
              ...drivers.map(({ id, name: driver }) => ({ value: String(id), label: driver })),
            ]}
            onChange={(driver) => list.setFilter({ driver })}
          />
        )}
        <Act
          icon="plus"
          may="equipment:edit"
          why={rows.length >= limits.signalsPerEquipment && capacity}
          onClick={() => onOpen('series')}
        >
          {t('addSeries')}
        </Act>
        {!isTemplate && drivers.some(({ type }) => canBrowse(type)) && (
          <Act
            icon="folder"
            may="equipment:edit"
            why={rows.length >= limits.signalsPerEquipment && capacity}
            onClick={() => onOpen('browse')}
          >
            {t('browse')}
          </Act>
        )}
        <Act icon="upload" may="equipment:edit" onClick={() => onOpen('import')}>
          {t('import')}
        </Act>
        <span className="sheet-end">
          <PlainAct kind="link" icon="download" disabled={rows.length === 0} onClick={exported}>
            {t('export')}
          </PlainAct>
          <PlainAct kind="link" icon="clock" onClick={() => onOpen('versions')}>
            {t('versions')}
          </PlainAct>
          <Act kind="primary" may="equipment:edit" busy={saving} why={why} onClick={onSave}>
            {t('save')}
          </Act>
        </span>
      </FilterRow>
      <div className="sheet-status">
        <IconAct icon="undo" label={t('undo')} disabled={!sheet.undo} onClick={() => sheet.undo?.()} />
        <IconAct icon="redo" label={t('redo')} disabled={!sheet.redo} onClick={() => sheet.redo?.()} />
        <span>{t('count', { count: rows.length, limit: limits.signalsPerEquipment })}</span>
        {changed > 0 && <strong>{t('changed', { count: changed })}</strong>}
        <span className={faults > 0 ? 'sheet-faults' : undefined} role="status">
          {faults > 0 && <Icon name="alarm" size={14} />}
          {faults > 0 ? t('faults', { count: faults }) : t('noFaults')}
        </span>
        {faults > 0 && (
          <PlainAct kind="link" onClick={onNextFault}>
            {t('nextFault')}
          </PlainAct>
        )}
        <Addresses sheet={sheet} />
        <MoreColumns shown={shown} onShown={onShown} />
        <TranslationHint names={names} />
        <KeyHint>{t('keys')}</KeyHint>
      </div>
    </>
  )
}

/** Selects rarely needed columns: byte order, range, roll-over and others. */
function MoreColumns({
  shown,
  onShown,
}: {
  shown: readonly SheetColumn[]
  onShown: (asked: ReadonlySet<MoreColumn>) => void
}) {
  const t = useText(sheetText)
  const fieldName = useText(signalText)
  const list = (
    <Checkbox.Group
      className="sheet-more"
      value={moreColumns.filter((column) => shown.includes(column))}
      options={moreColumns.map((value) => ({ value, label: fieldName(value) }))}
      onChange={(next) => onShown(new Set(next))}
    />
  )
  return (
    <Popover trigger="click" placement="bottomLeft" content={list}>
      <button type="button" className="act act-link">
        <Icon name="plus" size={14} />
        {t('moreColumns')}
      </button>
    </Popover>
  )
}

/** Shows examples of addresses. */
function Addresses({ sheet: { drivers } }: { sheet: Sheet }) {
  const t = useText(sheetText)
  const about = aboutOf(drivers[0]?.type ?? '')
  if (!about) return null
  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      content={<AddressExamples about={about} params={drivers[0]!.params} />}
    >
      <button type="button" className="act act-link">
        <Icon name="info" size={14} />
        {t('addresses')}
      </button>
    </Popover>
  )
}
