// Mappings: rows with source, target and trigger, applied together. [S8 1726]
import { InputNumber, Select } from 'antd'
import { useState } from 'react'
import type { Mapping } from '../../../contract/box.ts'
import { ApiError, call } from '../../../contract/call.ts'
import { errorText } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { Act } from '../../../ui/act.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { useLanguage } from '../../../ui/language.ts'
import { IconAct } from '../../../ui/plain.tsx'
import { joinWords } from '../../../ui/punctuation.ts'
import { EmptyState } from '../../../ui/states.tsx'
import { uiText } from '../../../ui/text.ts'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import type { GatewayInfo } from '../gateway/contract.ts'
import { BoxPart, type Shown } from './box-part.tsx'
import { type Choice, orderMappings } from './contract.ts'
import { boxText } from './text.ts'
import { useOrder, useRefusal } from './use-box.ts'

type Row = Partial<Pick<Mapping, 'from' | 'to'>> & Pick<Mapping, 'when' | 'everyS'> & { key: number }

export function MappingsPart({ gateway }: { gateway: GatewayInfo }) {
  const t = useText(boxText)
  return (
    <BoxPart
      gateway={gateway}
      title={t('mappings')}
      about={t('mappingsAbout', { limit: limits.mappings })}
      acts={['mappings']}
    >
      {(shown) => <Rows key={JSON.stringify(plain(shown.box.mappings))} {...shown} />}
    </BoxPart>
  )
}

const plain = (mappings: readonly Mapping[]) =>
  mappings.map(({ from, to, when, everyS }) => ({ from, to, when, everyS }))
const isWhole = (row: Row): row is Row & Mapping => row.from !== undefined && row.to !== undefined

function Rows({ gateway, info, box }: Shown) {
  const t = useText(boxText)
  const run = useOrder()
  const refused = useRefusal(gateway, info)('mappings')
  const [rows, setRows] = useState<Row[]>(() => plain(box.mappings).map((row, key) => ({ ...row, key })))
  const [nextKey, setNextKey] = useState(rows.length)
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<ApiError>()
  const hasTwo = new Set(info.signals.map(({ driverId }) => driverId)).size > 1
  const why = refused ?? (info.equipmentId === null ? t('noDevice') : hasTwo ? undefined : t('mappingsNeed'))
  const wanted = rows.filter(isWhole)
  const isChanged = JSON.stringify(plain(wanted)) !== JSON.stringify(plain(box.mappings)) || wanted.length < rows.length
  const change = (key: number, part: Partial<Row>) =>
    setRows((now) => now.map((row) => (row.key === key ? { ...row, ...part } : row)))
  const add = () => {
    setRows((now) => [...now, { key: nextKey, when: 'change', everyS: 10 }])
    setNextKey(nextKey + 1)
  }
  const apply = async () => {
    const titles = new Map(info.signals.map(({ id, title }) => [id as number, title]))
    const names = joinWords(wanted.map(({ to }) => titles.get(to) ?? ''))
    const note = wanted.length > 0 ? t('mappingsNote', { count: wanted.length, names }) : t('mappingsNoneNote')
    if (!(await confirm({ title: t('mappingsTitle'), act: t('apply'), target: gateway.sn, note }))) return
    setBusy(true)
    setFault(undefined)
    try {
      await run(() => call(orderMappings, { id: gateway.id, mappings: plain(wanted) }))
      toast.good(t('confirmed'))
    } catch (error) {
      if (error instanceof ApiError) setFault(error)
      else throw error
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {rows.length === 0 && <EmptyState icon="folder">{t('mappingsEmpty')}</EmptyState>}
      {rows.map((row, index) => (
        <MappingRow
          key={row.key}
          row={row}
          number={index + 1}
          told={box.mappings.find(({ from, to }) => from === row.from && to === row.to)}
          signals={info.signals}
          onChange={(part) => change(row.key, part)}
          onRemove={() => setRows((now) => now.filter(({ key }) => key !== row.key))}
        />
      ))}
      {fault && (
        <p className="box-ended box-failed" role="alert">
          {fault.message}
        </p>
      )}
      <div className="box-acts">
        <Act
          icon="plus"
          why={why ?? (rows.length >= limits.mappings && t('mappingsAbout', { limit: limits.mappings }))}
          onClick={add}
        >
          {t('addMapping')}
        </Act>
        {(isChanged || rows.length > 0) && (
          <Act kind="primary" why={why} busy={isBusy} sends onClick={() => void apply()}>
            {t('apply')}
          </Act>
        )}
      </div>
      {isChanged && <p className="box-reported">{t('unsaved')}</p>}
    </>
  )
}

function MappingRow({
  row,
  number,
  told,
  signals,
  onChange,
  onRemove,
}: {
  row: Row
  number: number
  told: Shown['box']['mappings'][number] | undefined
  signals: readonly Choice[]
  onChange: (part: Partial<Row>) => void
  onRemove: () => void
}) {
  const t = useText(boxText)
  const words = useText(uiText)
  const language = useLanguage()
  const source = signals.find(({ id }) => id === row.from)
  const label = ({ title, driver }: Choice) => `${title} · ${driver}`
  const from = signals.filter(({ canRead }) => canRead)
  const to = signals.filter(({ canWrite, driverId, isNumber }) => {
    const fits = !source || (driverId !== source.driverId && isNumber === source.isNumber)
    return canWrite && fits
  })
  const choice = (of: readonly Choice[]) => of.map((each) => ({ value: each.id as number, label: label(each) }))
  return (
    <div className="mapping-row">
      <Select
        aria-label={`${t('mappingFrom')} ${number}`}
        placeholder={t('mappingFrom')}
        showSearch={{ optionFilterProp: 'label' }}
        options={choice(from)}
        value={row.from}
        onChange={(next) => onChange({ from: next })}
      />
      <Select
        aria-label={`${t('mappingTo')} ${number}`}
        placeholder={t('mappingTo')}
        showSearch={{ optionFilterProp: 'label' }}
        options={choice(to)}
        value={row.to}
        onChange={(next) => onChange({ to: next })}
      />
      <span className="mapping-when">
        <Select
          aria-label={`${t('when')} ${number}`}
          options={(['change', 'period'] as const).map((value) => ({
            value,
            label: t(value === 'change' ? 'onChange' : 'onPeriod'),
          }))}
          value={row.when}
          onChange={(when) => onChange({ when })}
        />
        {row.when === 'period' && (
          <InputNumber
            aria-label={`${t('everyS')} ${number}`}
            controls={false}
            min={1}
            max={86_400}
            precision={0}
            suffix={words('secondsUnit')}
            value={row.everyS}
            onChange={(everyS) => onChange({ everyS: everyS ?? 1 })}
          />
        )}
      </span>
      <IconAct icon="close" label={t('removeMapping', { row: number })} onClick={onRemove} />
      {told && (
        <small className={told.code === null ? undefined : 'box-bad'}>
          {told.code === null
            ? t('mappingWrites', { count: told.writes })
            : t('stateFailed', { reason: errorText(told.code, language) })}
        </small>
      )}
    </div>
  )
}
