// All data of one gateway, and its actions. [S2 Gateway panel: overview]
import { useMutation, useQuery } from '@tanstack/react-query'
import './gateway.css'
import { formOf, mutationOf, queryOf } from '../../contract/call.ts'
import type { GatewayId } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import { Act } from '../../ui/act.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { TextField } from '../../ui/fields.tsx'
import { FormFrame, SideDrawer } from '../../ui/form.tsx'
import { formatNumber, formatTime } from '../../ui/format.ts'
import { Copyable, KeyValues } from '../../ui/key-values.tsx'
import { StatusDot } from '../../ui/marks.tsx'
import { Go } from '../../ui/place.tsx'
import { pathOf } from '../../ui/routes.ts'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { useText } from '../../ui/words.ts'
import { DeviceLinks } from '../device-link/part-links.tsx'
import { useName } from '../translation/part-name.ts'
import { editGateway, type GatewayInfo, gatewayInfo, releaseGateway, replaceGateway } from './contract.ts'
import type { GatewaySection } from './part-section.ts'
import { ConsistencyMark, SyncAct } from './part-sync.tsx'
import { SignalStrength } from './signal-strength.tsx'
import { gatewayText } from './text.ts'

/** Each room brings its own. */
const sections = Object.values(
  import.meta.glob<{ default: GatewaySection }>('../*/gateway-section.tsx', { eager: true }),
)
  .map((room) => room.default)
  .sort((a, b) => a.place - b.place)

const modes = {
  standard: 'modeStandard',
  switch: 'modeSwitch',
  router: 'modeRouter',
  download: 'modeDownload',
} as const
const syncs = {
  waiting: 'syncWaiting',
  success: 'syncSuccess',
  failure: 'syncFailure',
  exception: 'syncException',
  timeout: 'syncTimeout',
  cancelled: 'syncCancelled',
} as const

export function GatewayPanel({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useText(gatewayText)
  const { data, error, refetch } = useQuery({
    ...queryOf(gatewayInfo, { id: id as GatewayId }),
    refetchInterval: limits.socketReconnectMs,
  })
  return (
    <SideDrawer open title={data?.sn ?? t('title')} width={560} onClose={onClose}>
      {data ? (
        <Overview gateway={data} onClose={onClose} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={12} />
      )}
    </SideDrawer>
  )
}

function Overview({ gateway, onClose }: { gateway: GatewayInfo; onClose: () => void }) {
  const t = useText(gatewayText)
  const name = useName()
  const { equipmentId, state } = gateway
  return (
    <div className="gateway-panel">
      <header>
        <StatusDot state={state} word />
        {equipmentId === null ? (
          <span>{t('noDevice')}</span>
        ) : (
          <Go to={pathOf('/manage/eg/equipment/edit/{id}/info', { id: equipmentId })}>
            {name(gateway.equipmentName ?? '')}
          </Go>
        )}
        <ConsistencyMark of={gateway.consistency} />
        <SyncAct gateway={gateway} />
      </header>
      {equipmentId !== null && <DeviceLinks id={equipmentId} to={['monitor', 'history', 'edit']} />}
      <Facts gateway={gateway} />
      <Configuration gateway={gateway} />
      {sections.map(({ place, Section }) => Section && <Section key={place} gateway={gateway} />)}
      <hr />
      <RemarkForm key={gateway.id} gateway={gateway} />
      <h3>{t('acts')}</h3>
      <MoreActs gateway={gateway} onClose={onClose} />
    </div>
  )
}

function Facts({ gateway }: { gateway: GatewayInfo }) {
  const t = useText(gatewayText)
  const { sn, series, model, firmware, networkType, signalStrength, mode, vpn, lanIp, mac } = gateway
  const { clockOffsetMs: offset } = gateway
  const isOff = offset !== null && Math.abs(offset) > limits.clockToleranceMs
  return (
    <>
      <h3>{t('overview')}</h3>
      <KeyValues
        rows={[
          { label: 'SN', value: <Copyable text={sn} /> },
          { label: t('model'), value: `${series} · ${model}` },
          { label: t('firmware'), value: firmware },
          { label: t('claimedAt'), value: formatTime(gateway.claimedAt) },
        ]}
      />
      <h3>{t('link')}</h3>
      <KeyValues
        rows={[
          { label: t('network'), value: networkType },
          { label: t('strength'), value: <SignalStrength percent={signalStrength} word /> },
          { label: t('mode'), value: t(modes[mode]) },
          { label: t('vpn'), value: t(vpn ? 'vpnOn' : 'vpnOff') },
          { label: t('lanIp'), value: lanIp && <Copyable text={lanIp} /> },
          { label: t('mac'), value: mac },
          { label: t('onlineSince'), value: formatTime(gateway.onlineSince) },
          { label: t('lastSeen'), value: formatTime(gateway.lastSeenAt) },
          {
            label: t('clock'),
            value: offset !== null && (
              <>
                {formatNumber(offset)} ms {isOff && <strong className="gateway-off">{t('clockOff')}</strong>}
              </>
            ),
          },
        ]}
      />
    </>
  )
}

function Configuration({ gateway: { quotas, platformHash, gatewayHash, sync } }: { gateway: GatewayInfo }) {
  const t = useText(gatewayText)
  const hash = (of: string | null) => of && <Copyable text={of}>{<code>{of.slice(0, 12)}</code>}</Copyable>
  const reason = sync?.reason ? `: ${sync.reason}` : ''
  return (
    <>
      <h3>{t('quotas')}</h3>
      <Quota label={t('quotaSignals')} {...quotas.signals} />
      <Quota label={t('quotaDrivers')} {...quotas.drivers} />
      <Quota label={t('quotaReports')} {...quotas.reports} />
      <Quota label={t('quotaAlarms')} {...quotas.alarms} />
      <h3>{t('data')}</h3>
      <KeyValues
        rows={[
          { label: t('platformHash'), value: hash(platformHash) },
          { label: t('gatewayHash'), value: hash(gatewayHash) },
          {
            label: t('lastSync'),
            value: sync ? `${t(syncs[sync.status])}${reason} · ${formatTime(sync.at)}` : t('never'),
          },
        ]}
      />
    </>
  )
}

/** Used of total, as a number and a bar. */
function Quota({ label, used, total }: { label: string; used: number; total: number }) {
  return (
    <div className="quota">
      <span>{label}</span>
      <meter min={0} max={total} value={used} aria-label={label} />
      <span>
        {formatNumber(used)} / {formatNumber(total)}
      </span>
    </div>
  )
}

function RemarkForm({ gateway: { id, remark } }: { gateway: GatewayInfo }) {
  const t = useText(gatewayText)
  const { mutateAsync } = useMutation(formOf(editGateway))
  return (
    <FormFrame<{ remark: string }>
      initial={{ remark: remark ?? '' }}
      act={t('save')}
      onSubmit={(values) => mutateAsync({ id, remark: values.remark })}
      onDone={() => toast.good(t('saved'))}
    >
      <TextField name="remark" label={t('remark')} max={limits.remarkLength} />
    </FormFrame>
  )
}

function MoreActs({ gateway, onClose }: { gateway: GatewayInfo; onClose: () => void }) {
  const t = useText(gatewayText)
  const { id, sn, equipmentName } = gateway
  const replace = useMutation(mutationOf(replaceGateway))
  const release = useMutation(mutationOf(releaseGateway))
  const askReplace = async () => {
    const question = { title: t('replaceTitle'), act: t('replace'), target: sn, note: t('replaceNote') }
    if (await confirm(question)) replace.mutate({ id }, { onSuccess: () => toast.good(t('replaced', { sn })) })
  }
  const askRelease = async () => {
    const note = t('releaseNote')
    if (!(await confirm({ title: t('releaseTitle'), act: t('release'), target: sn, note, danger: true }))) return
    const done = async (code: string) => {
      await confirm({
        title: t('released', { sn }),
        act: t('releasedKept'),
        target: `${sn} · ${code}`,
        note: t('releasedNote'),
      })
      onClose()
    }
    release.mutate({ id }, { onSuccess: ({ code }) => void done(code) })
  }
  return (
    <div className="gateway-acts">
      {sections.map(({ place, Action }) => Action && <Action key={place} gateway={gateway} />)}
      <Act may="gateway:edit" onClick={() => void askReplace()}>
        {t('replace')}
      </Act>
      <Act
        kind="danger"
        may="gateway:release"
        why={equipmentName !== null && t('unbindFirst', { name: equipmentName })}
        onClick={() => void askRelease()}
      >
        {t('release')}
      </Act>
    </div>
  )
}
