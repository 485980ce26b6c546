// Starts a staged upgrade: choice of gateways, and its limits.
import { useMutation, useQuery } from '@tanstack/react-query'
import { Checkbox, Input } from 'antd'
import { useState } from 'react'
import './firmware.css'
import { formOf, queryOf } from '../../../contract/call.ts'
import { limits } from '../../../contract/limits.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { FieldPair, NumberField } from '../../../ui/fields.tsx'
import { FormFrame, SideDrawer } from '../../../ui/form.tsx'
import { nothingShown } from '../../../ui/format.ts'
import { StatusDot } from '../../../ui/marks.tsx'
import { usePlace, withSearch } from '../../../ui/place.tsx'
import { PlainAct } from '../../../ui/plain.tsx'
import { EmptyState, ErrorState, NoMatch, Skeleton } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { type Firmware, queryUpgradable, startRun, type Upgradable } from './contract.ts'
import { firmwareText } from './text.ts'

type Values = { atOnce: number; trialMin: number; maxFailures: number }
/** Further gateways are found by search. */
const shownAtOnce = 200

export function StartRun({ firmware, onClose }: { firmware: Firmware; onClose: () => void }) {
  const t = useText(firmwareText)
  const { path, go } = usePlace()
  const { mutateAsync } = useMutation(formOf(startRun))
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const send = async (values: Values) => {
    const count = picked.size
    const target = `${firmware.model} ${firmware.version}`
    const question = { title: t('startTitle', { count }), act: t('start'), target, note: t('startNote') }
    if (!(await confirm(question))) return undefined
    return mutateAsync({ firmwareId: firmware.id, sns: [...picked], ...values })
  }
  return (
    <SideDrawer open title={t('upgradeTo', { version: firmware.version })} width={560} onClose={onClose}>
      <Pick firmware={firmware} picked={picked} onPick={setPicked} />
      <FormFrame<Values, { id: number; gateways: number } | undefined>
        initial={{ atOnce: 5, trialMin: 5, maxFailures: 3 }}
        act={t('start')}
        why={picked.size === 0 ? t('pickFirst') : undefined}
        onCancel={onClose}
        onSubmit={send}
        onDone={(started) => {
          if (!started) return
          toast.good(t('started', { count: started.gateways }))
          go(withSearch(path, { view: 'upgrades', run: started.id }))
          onClose()
        }}
      >
        <FieldPair>
          <NumberField name="atOnce" label={t('atOnce')} min={1} max={limits.upgradesAtOnce} digits={0} required />
          <NumberField
            name="maxFailures"
            label={t('maxFailures')}
            min={1}
            max={limits.upgradeGateways}
            digits={0}
            required
          />
        </FieldPair>
        <NumberField
          name="trialMin"
          label={t('trial')}
          note={t('trialNote')}
          unit={t('minutes')}
          min={1}
          max={60}
          digits={0}
          required
        />
      </FormFrame>
    </SideDrawer>
  )
}

function Pick({
  firmware: { model, version },
  picked,
  onPick,
}: {
  firmware: Firmware
  picked: ReadonlySet<string>
  onPick: (picked: ReadonlySet<string>) => void
}) {
  const t = useText(firmwareText)
  const [keyword, setKeyword] = useState('')
  const { data, error, refetch } = useQuery({
    ...queryOf(queryUpgradable, { model, keyword, pageNo: 1, pageSize: shownAtOnce }),
    placeholderData: (before) => before,
  })
  const refused = (row: Upgradable) => (row.version === version ? t('has') : row.isAble ? undefined : t('tooOld'))
  const toggle = (sn: string, isPicked: boolean) => {
    const next = new Set(picked)
    if (isPicked) next.add(sn)
    else next.delete(sn)
    onPick(next)
  }
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton lines={6} />
  const needing = data.rows.filter((row) => !refused(row))
  return (
    <section className="firmware-pick" aria-label={t('pick', { model })}>
      <h3>{t('pick', { model })}</h3>
      <div className="firmware-pick-bar">
        <Input
          allowClear
          placeholder={t('pickSearch')}
          aria-label={t('pickSearch')}
          value={keyword}
          onChange={({ target }) => setKeyword(target.value)}
        />
        <PlainAct onClick={() => onPick(new Set([...picked, ...needing.map(({ sn }) => sn)]))}>{t('pickAll')}</PlainAct>
        <span>{t('picked', { count: picked.size })}</span>
      </div>
      {data.rows.length === 0 &&
        (keyword.trim() === '' ? (
          <EmptyState icon="gateway">{t('pickNone')}</EmptyState>
        ) : (
          <NoMatch onClear={() => setKeyword('')} />
        ))}
      <ul>
        {data.rows.map((row) => {
          const why = refused(row)
          return (
            <li key={row.sn}>
              <Checkbox
                checked={picked.has(row.sn)}
                disabled={why !== undefined}
                onChange={({ target }) => toggle(row.sn, target.checked)}
              >
                <StatusDot state={row.state}>{row.sn}</StatusDot>
              </Checkbox>
              <span>{row.company}</span>
              <small>{why ?? row.version ?? nothingShown}</small>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
