// The firmware of a gateway in its panel: current version, newest version, progress of an upgrade.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import './firmware.css'
import { mutationOf, queryOf } from '../../../contract/call.ts'
import { Act } from '../../../ui/act.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { formatDate, formatSize, formatTime } from '../../../ui/format.ts'
import { KeyValues } from '../../../ui/key-values.tsx'
import { useZone } from '../../../ui/me.ts'
import { useReason } from '../../../ui/reason.ts'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { cannotOrder } from '../box/rules.ts'
import type { GatewayInfo } from '../gateway/contract.ts'
import type { GatewaySection } from '../open/gateway-section.ts'
import { type GatewayFirmware, gatewayFirmware, upgradeGateway } from './contract.ts'
import { isOver } from './rules.ts'
import { upgradeWords } from './state-words.ts'
import { firmwareText } from './text.ts'

const refreshMs = 3000

export default {
  place: 20,
  tabs: [{ key: 'firmware', place: 120, name: { en: 'Firmware', 'zh-cn': '固件升级' }, Show: FirmwarePart }],
} satisfies GatewaySection

function FirmwarePart({ gateway }: { gateway: GatewayInfo }) {
  const t = useText(firmwareText)
  const { data, error, refetch } = useQuery({
    ...queryOf(gatewayFirmware, { id: gateway.id }),
    refetchInterval: refreshMs,
  })
  return (
    <section className="firmware-part" aria-label={t('firmware')}>
      <h3>{t('firmware')}</h3>
      {data ? (
        <Facts gateway={gateway} firmware={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={4} />
      )}
    </section>
  )
}

function Facts({ gateway, firmware }: { gateway: GatewayInfo; firmware: GatewayFirmware }) {
  const t = useText(firmwareText)
  const zone = useZone()
  const reason = useReason()
  const cache = useQueryClient()
  const start = useMutation({
    ...mutationOf(upgradeGateway),
    onSuccess: () => {
      toast.good(t('upgradeOneStarted'))
      void cache.invalidateQueries({ queryKey: [gatewayFirmware.path] })
    },
  })
  const { version, isAble, newest, upgrade } = firmware
  const isRunning = upgrade !== null && !isOver(upgrade.state)
  const why = !isAble
    ? t('unable')
    : isRunning
      ? t('running')
      : newest?.version === version
        ? t('isNewest')
        : reason(cannotOrder(gateway, 'upgrade'))
  const ask = async () => {
    if (!newest) return
    const question = {
      ...{ title: t('upgradeOneTitle'), act: t('upgradeOne', { version: newest.version }), target: gateway.sn },
      ...{ current: version, next: newest.version },
      note: t('upgradeOneNote', { size: formatSize(newest.sizeBytes) }),
    }
    if (await confirm(question)) start.mutate({ id: gateway.id })
  }
  return (
    <>
      <KeyValues
        rows={[
          { label: t('model'), value: firmware.model },
          { label: t('current'), value: version },
          {
            label: t('newest'),
            value: newest
              ? t('newestOf', {
                  version: newest.version,
                  size: formatSize(newest.sizeBytes),
                  date: formatDate(newest.createdAt, zone),
                })
              : t('newestNone'),
          },
          newest?.notes ? { label: t('notes'), value: <span className="firmware-notes">{newest.notes}</span> } : null,
        ]}
      />
      {upgrade && <Last upgrade={upgrade} />}
      {newest && (
        <Act kind="primary" sends may="gateway:edit" why={why} busy={start.isPending} onClick={() => void ask()}>
          {t('upgradeOne', { version: newest.version })}
        </Act>
      )}
    </>
  )
}

function Last({ upgrade }: { upgrade: NonNullable<GatewayFirmware['upgrade']> }) {
  const t = useText(firmwareText)
  const zone = useZone()
  const { version, state, loaded, bytes, msg, changedAt } = upgrade
  return (
    <div className="firmware-last" role="status">
      <p>
        {t('last')}: {t('lastOf', { version, state: t(upgradeWords[state]), time: formatTime(changedAt, zone) })}
      </p>
      {state === 'loading' && (
        <span className="firmware-progress">
          <meter min={0} max={bytes} value={loaded} aria-label={t('progress')} />
          <span>
            {formatSize(loaded)} / {formatSize(bytes)}
          </span>
        </span>
      )}
      {msg && <p className="firmware-fault">{msg}</p>}
    </div>
  )
}
