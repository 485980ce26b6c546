// Low power and sleep, data saving, and data usage of the gateway. [S4] [S8 1349-1352]
import { useMutation } from '@tanstack/react-query'
import type { PowerSaving } from '../../../contract/box.ts'
import { call, formOf } from '../../../contract/call.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { FieldPair, NumberField, SwitchField } from '../../../ui/fields.tsx'
import { FormFrame } from '../../../ui/form.tsx'
import { formatAge, formatSize, formatTime } from '../../../ui/format.ts'
import { KeyValues } from '../../../ui/key-values.tsx'
import { language } from '../../../ui/language.ts'
import { useMay, useZone } from '../../../ui/me.ts'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { uiText } from '../../../ui/text.ts'
import { toast } from '../../../ui/toast.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { labelIn, useText } from '../../../ui/words.ts'
import type { GatewayInfo } from '../gateway/contract.ts'
import { BoxPart, type Shown } from './box-part.tsx'
import { type BoxInfo, editSaving, orderBox } from './contract.ts'
import { boxText } from './text.ts'
import { useBox, useOrder, useRefusal } from './use-box.ts'
import { lackWords } from './words.ts'

export function PowerPart({ gateway }: { gateway: GatewayInfo }) {
  const t = useText(boxText)
  return (
    <BoxPart gateway={gateway} title={t('power')} about={t('powerAbout')} acts={['power']}>
      {(shown) =>
        shown.box.power ? (
          <PowerForm key={JSON.stringify(shown.box.power)} {...shown} power={shown.box.power} />
        ) : (
          <p className="box-notice">{labelIn(lackWords.wakeClock, language())}</p>
        )
      }
    </BoxPart>
  )
}

type PowerValues = { order: { power: PowerSaving } }

function PowerForm({ gateway, info, power }: Shown & { power: PowerSaving }) {
  const t = useText(boxText)
  const words = useText(uiText)
  const run = useOrder()
  const send = async ({ order: { power: next } }: PowerValues) => {
    const note = t('powerNote', { delay: next.sleepDelayS, every: next.reportEveryMin })
    const question = { title: t('powerTitle'), act: t('apply'), target: gateway.sn, note }
    if (next.isLowPower && !(await confirm(question))) return false
    await run(() => call(orderBox, { id: gateway.id, order: { act: 'power', power: next } }))
    return true
  }
  return (
    <FormFrame<PowerValues, boolean>
      initial={{ order: { power } }}
      act={t('apply')}
      why={useRefusal(gateway, info)('power')}
      onSubmit={send}
      onDone={(isSent) => isSent && toast.good(t('confirmed'))}
    >
      <SwitchField name={['order', 'power', 'isLowPower']} label={t('isLowPower')} />
      <FieldPair>
        <NumberField
          name={['order', 'power', 'reportEveryMin']}
          label={t('reportEvery')}
          unit={t('minutes')}
          min={1}
          max={10_080}
          digits={0}
          required
        />
        <NumberField
          name={['order', 'power', 'sleepDelayS']}
          label={t('sleepDelay')}
          note={t('sleepDelayNote')}
          unit={words('secondsUnit')}
          min={10}
          max={3600}
          digits={0}
          required
        />
      </FieldPair>
    </FormFrame>
  )
}

/** A setting of the platform: the gateway is not involved. */
export function SavingPart({ gateway }: { gateway: GatewayInfo }) {
  const t = useText(boxText)
  const { data, error, refetch } = useBox(gateway.id)
  return (
    <section className="box-part" aria-label={t('saving')}>
      <h3>{t('saving')}</h3>
      <p className="box-about">{t('savingAbout')}</p>
      {data ? (
        <SavingForm key={`${data.economizeOpen} ${data.smartSaving}`} gateway={gateway} info={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={4} />
      )}
    </section>
  )
}

type SavingValues = { economizeOpen: boolean; smartSaving: boolean }

function SavingForm({ gateway, info: { economizeOpen, smartSaving } }: { gateway: GatewayInfo; info: BoxInfo }) {
  const t = useText(boxText)
  const words = useText(uiText)
  const may = useMay()
  const { mutateAsync } = useMutation(formOf(editSaving))
  return (
    <FormFrame<SavingValues>
      initial={{ economizeOpen, smartSaving }}
      why={may('gateway:edit') ? undefined : words('noPermission')}
      onSubmit={(values) => mutateAsync({ id: gateway.id, ...values })}
      onDone={() => toast.good(t('savingSaved'))}
    >
      <SwitchField name="economizeOpen" label={t('economize')} note={t('economizeNote')} />
      <SwitchField name="smartSaving" label={t('smart')} note={t('smartNote')} />
    </FormFrame>
  )
}

/** Data usage measured by the gateway, for the overview. */
export function UsageFacts({ gateway }: { gateway: GatewayInfo }) {
  const t = useText(boxText)
  const zone = useZone()
  const { data } = useBox(gateway.id)
  const now = useNow()
  const box = data?.box
  if (!data || !box) return null
  const upMs = box.uptimeS * 1000 + Math.max(0, now - (data.boxAt ?? now))
  const { sent, received, sinceAt } = box.traffic
  return (
    <>
      <h3>{t('usage')}</h3>
      <KeyValues
        rows={[
          { label: t('uptime'), value: gateway.state === 'online' && formatAge(upMs, language()) },
          {
            label: t('traffic'),
            value: (
              <span title={t('trafficParts', { sent: formatSize(sent), received: formatSize(received) })}>
                {t('trafficOf', { size: formatSize(sent + received), since: formatTime(sinceAt, zone).slice(0, 10) })}
              </span>
            ),
          },
        ]}
      />
    </>
  )
}
