// The first section of the panel: all data of one gateway, and its actions. [S2 Gateway panel: overview]
import { useMutation } from '@tanstack/react-query'
import { formOf, mutationOf } from '../../../contract/call.ts'
import { limits } from '../../../contract/limits.ts'
import { Act } from '../../../ui/act.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { TextField } from '../../../ui/fields.tsx'
import { FormFrame } from '../../../ui/form.tsx'
import { formatNumber, formatTime } from '../../../ui/format.ts'
import { Copyable, KeyValues } from '../../../ui/key-values.tsx'
import { useZone } from '../../../ui/me.ts'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { SignalStrength } from '../open/gateway-strength.tsx'
import { useAlarmWords } from './alarm-words.ts'
import { editGateway, type GatewayInfo, releaseGateway, replaceGateway } from './contract.ts'
import { strengthNow } from './rules.ts'
import { sections } from './sections.ts'
import { gatewayText } from './text.ts'

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

export function Overview({ gateway, onClose }: { gateway: GatewayInfo; onClose: () => void }) {
  const t = useText(gatewayText)
  return (
    <>
      {sections.map(({ place, Links }) => Links && <Links key={place} gateway={gateway} />)}
      <Facts gateway={gateway} />
      <Configuration gateway={gateway} />
      {sections.map(({ place, Section }) => Section && <Section key={place} gateway={gateway} />)}
      <hr />
      <RemarkForm key={gateway.id} gateway={gateway} />
      <h3>{t('acts')}</h3>
      <MoreActs gateway={gateway} onClose={onClose} />
    </>
  )
}

function Facts({ gateway }: { gateway: GatewayInfo }) {
  const t = useText(gatewayText)
  const zone = useZone()
  const { sn, series, model, firmware, networkType, mode, vpn, lanIp, mac } = gateway
  const { clockOffsetMs: offset, moduleSn } = gateway
  const alarmWords = useAlarmWords()
  const isOff = offset !== null && Math.abs(offset) > limits.clockToleranceMs
  return (
    <>
      <h3>{t('overview')}</h3>
      <KeyValues
        rows={[
          { label: 'SN', value: <Copyable text={sn} /> },
          { label: t('model'), value: `${series} · ${model}` },
          { label: t('firmware'), value: firmware },
          { label: t('moduleSn'), value: moduleSn && <Copyable text={moduleSn} /> },
          { label: t('alarms'), value: alarmWords(gateway) },
          { label: t('claimedAt'), value: formatTime(gateway.claimedAt, zone) },
        ]}
      />
      <h3>{t('link')}</h3>
      <KeyValues
        rows={[
          { label: t('network'), value: networkType },
          { label: t('strength'), value: <SignalStrength percent={strengthNow(gateway)} word /> },
          { label: t('mode'), value: t(modes[mode]) },
          { label: t('vpn'), value: t(vpn ? 'vpnOn' : 'vpnOff') },
          { label: t('lanIp'), value: lanIp && <Copyable text={lanIp} /> },
          { label: t('mac'), value: mac },
          { label: t('onlineSince'), value: formatTime(gateway.onlineSince, zone) },
          { label: t('lastSeen'), value: formatTime(gateway.lastSeenAt, zone) },
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

function Configuration({ gateway: { platformHash, gatewayHash, sync } }: { gateway: GatewayInfo }) {
  const t = useText(gatewayText)
  const zone = useZone()
  const hash = (of: string | null) => of && <Copyable text={of}>{<code>{of.slice(0, 12)}</code>}</Copyable>
  const reason = sync?.reason ? `: ${sync.reason}` : ''
  return (
    <>
      <h3>{t('data')}</h3>
      <KeyValues
        rows={[
          { label: t('platformHash'), value: hash(platformHash) },
          { label: t('gatewayHash'), value: hash(gatewayHash) },
          {
            label: t('lastSync'),
            value: sync ? `${t(syncs[sync.status])}${reason} · ${formatTime(sync.at, zone)}` : t('never'),
          },
        ]}
      />
    </>
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
