// The base-station location: on and off, manual refresh, manual entry, and copying it to the device. [S4] [S8
// 1340-1346]
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PlainOrder } from '../../../contract/box.ts'
import { call, formOf } from '../../../contract/call.ts'
import { limits } from '../../../contract/limits.ts'
import { Act } from '../../../ui/act.tsx'
import { FieldPair, NumberField } from '../../../ui/fields.tsx'
import { FormFrame } from '../../../ui/form.tsx'
import { formatNumber, formatTime } from '../../../ui/format.ts'
import { KeyValues } from '../../../ui/key-values.tsx'
import { useMay, useZone } from '../../../ui/me.ts'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { uiText } from '../../../ui/text.ts'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import type { GatewayInfo } from '../gateway/contract.ts'
import { BoxPart, type Shown } from './box-part.tsx'
import { type BoxInfo, boxInfo, orderBox, placeEquipment } from './contract.ts'
import { locateFault } from './locate-fault.ts'
import { boxText } from './text.ts'
import { useBox, useOrder, useRefusal } from './use-box.ts'

const place = (latitude: number, longitude: number) => `${formatNumber(latitude, 5)}, ${formatNumber(longitude, 5)}`

export function LocationPart({ gateway }: { gateway: GatewayInfo }) {
  const t = useText(boxText)
  const { data, error, refetch } = useBox(gateway.id)
  return (
    <>
      <BoxPart gateway={gateway} title={t('location')} about={t('locationAbout')} acts={['location', 'locate']}>
        {(shown) => shown.box.location && <Located {...shown} location={shown.box.location} />}
      </BoxPart>
      {data ? (
        <DevicePlace key={`${data.latitude} ${data.longitude}`} gateway={gateway} info={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={3} />
      )}
    </>
  )
}

type Location = NonNullable<Shown['box']['location']>

function Located({ gateway, info, location }: Shown & { location: Location }) {
  const t = useText(boxText)
  const zone = useZone()
  const run = useOrder()
  const refusal = useRefusal(gateway, info)
  const [busy, setBusy] = useState<string>()
  const give = useGive()
  const { isOn, left, fix } = location
  const limit = limits.locationsADay
  const send = async (order: PlainOrder) => {
    setBusy(order.act)
    try {
      await run(() => call(orderBox, { id: gateway.id, order }))
      toast.good(t(order.act === 'locate' ? 'refreshed' : 'confirmed'))
    } catch (error) {
      toast.bad(order.act === 'locate' ? locateFault(error as Error) : error)
    } finally {
      setBusy(undefined)
    }
  }
  const noRefresh = !isOn ? t('locationFirst') : left <= 0 ? t('leftNone', { limit }) : undefined
  return (
    <>
      <KeyValues
        rows={[
          { label: t('locationOn'), value: t(isOn ? 'on' : 'off') },
          { label: t('position'), value: fix ? place(fix.latitude, fix.longitude) : t('notLocated') },
          fix && { label: t('accuracy'), value: `± ${formatNumber(fix.accuracyM)} m` },
          fix && { label: t('located'), value: formatTime(fix.at, zone) },
          { label: t('left'), value: t('leftOf', { left, limit }) },
        ]}
      />
      <div className="box-acts">
        <Act
          why={refusal('location')}
          busy={busy === 'location'}
          sends
          onClick={() => void send({ act: 'location', isOn: !isOn })}
        >
          {t(isOn ? 'switchOff' : 'switchOn')}
        </Act>
        <Act
          why={refusal('locate') ?? noRefresh}
          busy={busy === 'locate'}
          sends
          onClick={() => void send({ act: 'locate' })}
        >
          {t('refresh')}
        </Act>
        {fix && (
          <Act
            may="equipment:edit"
            why={info.equipmentId === null && t('noDevice')}
            busy={give.isPending}
            sends
            onClick={() => give.mutate({ id: gateway.id })}
          >
            {t('useForDevice')}
          </Act>
        )}
      </div>
    </>
  )
}

/** Copies a position to the device. */
function useGive() {
  const t = useText(boxText)
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (input: Parameters<typeof call<typeof placeEquipment>>[1]) => call(placeEquipment, input),
    onSuccess: () => {
      toast.good(t('placed'))
      void cache.invalidateQueries({ queryKey: [boxInfo.path] })
    },
  })
}

type Typed = { latitude: number; longitude: number }

function DevicePlace({ gateway, info: { equipmentId, latitude, longitude } }: { gateway: GatewayInfo; info: BoxInfo }) {
  const t = useText(boxText)
  const words = useText(uiText)
  const may = useMay()
  const cache = useQueryClient()
  const { mutateAsync } = useMutation(formOf(placeEquipment))
  const isPlaced = latitude !== null && longitude !== null
  const why = equipmentId === null ? t('noDevice') : may('equipment:edit') ? undefined : words('noPermission')
  return (
    <section className="box-part" aria-label={t('devicePosition')}>
      <h3>{t('devicePosition')}</h3>
      <KeyValues rows={[{ label: t('position'), value: isPlaced ? place(latitude, longitude) : t('notPlaced') }]} />
      <FormFrame<Typed>
        initial={isPlaced ? { latitude, longitude } : {}}
        act={t('save')}
        why={why}
        onSubmit={(typed) => mutateAsync({ id: gateway.id, ...typed })}
        onDone={() => {
          toast.good(t('placed'))
          void cache.invalidateQueries({ queryKey: [boxInfo.path] })
        }}
      >
        <FieldPair>
          <NumberField name="latitude" label={t('latitude')} unit="°" min={-90} max={90} required />
          <NumberField name="longitude" label={t('longitude')} unit="°" min={-180} max={180} required />
        </FieldPair>
      </FormFrame>
    </section>
  )
}
