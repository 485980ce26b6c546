// The customer's MQTT server: address, login, certificates and connection state. [S3 MQTT settings] [S5]
import { Form } from 'antd'
import { type ChangeEvent, useRef, useState } from 'react'
import { mqttAuths, type Northbound } from '../../../contract/box.ts'
import { call } from '../../../contract/call.ts'
import { limits } from '../../../contract/limits.ts'
import { Act } from '../../../ui/act.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { ChoiceField, FieldPair, NumberField, SelectField, TextField } from '../../../ui/fields.tsx'
import { FormFrame } from '../../../ui/form.tsx'
import { formatDate, formatNumber, formatSize } from '../../../ui/format.ts'
import { KeyValues } from '../../../ui/key-values.tsx'
import { useZone } from '../../../ui/me.ts'
import { PlainAct } from '../../../ui/plain.tsx'
import { uiText } from '../../../ui/text.ts'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import type { GatewayInfo } from '../gateway/contract.ts'
import { BoxPart, type Shown } from './box-part.tsx'
import { orderMqtt } from './contract.ts'
import { boxText } from './text.ts'
import { useOrder, useRefusal } from './use-box.ts'

export function MqttPart({ gateway }: { gateway: GatewayInfo }) {
  const t = useText(boxText)
  return (
    <BoxPart gateway={gateway} title={t('mqtt')} about={t('mqttAbout')} acts={['mqtt']}>
      {(shown) => (
        <>
          {shown.box.mqtt ? (
            <MqttState {...shown} mqtt={shown.box.mqtt} />
          ) : (
            <p className="box-about">{t('mqttNone')}</p>
          )}
          <MqttForm key={JSON.stringify(shown.box.mqtt?.settings)} {...shown} />
        </>
      )}
    </BoxPart>
  )
}

type Told = NonNullable<Shown['box']['mqtt']>

function MqttState({ gateway, info, mqtt }: Shown & { mqtt: Told }) {
  const t = useText(boxText)
  const zone = useZone()
  const run = useOrder()
  const why = useRefusal(gateway, info)('mqtt')
  const [isBusy, setBusy] = useState(false)
  const { settings, status, reason, published, variables, ca, certificate } = mqtt
  const states = {
    connecting: t('statusConnecting'),
    connected: t('statusConnected'),
    failed: t('statusFailed', { reason: reason ?? '' }),
    paused: t('statusPaused'),
  }
  const facts = (of: Told['ca']) => of && t('fileNow', { subject: of.subject, until: formatDate(of.until, zone) })
  const end = async () => {
    const question = { title: t('mqttStopTitle'), act: t('mqttStop'), target: gateway.sn, note: t('mqttStopNote') }
    if (!(await confirm({ ...question, danger: true }))) return
    setBusy(true)
    try {
      await run(() => call(orderMqtt, { id: gateway.id, server: null }))
      toast.good(t('confirmed'))
    } catch (error) {
      toast.bad(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <KeyValues
        rows={[
          {
            label: t('status'),
            value: <span className={status === 'failed' ? 'box-bad' : undefined}>{states[status]}</span>,
          },
          { label: t('server'), value: `${settings.host}:${settings.port}` },
          { label: t('variables'), value: formatNumber(variables) },
          { label: t('published'), value: formatNumber(published) },
          ca && { label: t('ca'), value: facts(ca) },
          certificate && { label: t('certificate'), value: facts(certificate) },
        ]}
      />
      <div className="box-acts">
        <Act kind="danger" why={why} busy={isBusy} sends onClick={() => void end()}>
          {t('mqttStop')}
        </Act>
      </div>
    </>
  )
}

type Values = {
  server: Northbound
  signalIds?: number[]
  password?: string
  ca?: string
  certificate?: string
  key?: string
}
const authNames = { none: 'authNone', oneWay: 'authOneWay', mutual: 'authMutual' } as const

function MqttForm({ gateway, info, box: { mqtt } }: Shown) {
  const t = useText(boxText)
  const words = useText(uiText)
  const zone = useZone()
  const run = useOrder()
  const refused = useRefusal(gateway, info)('mqtt')
  const first: Northbound = mqtt?.settings ?? {
    ...{ host: '', port: 1883, clientId: gateway.sn, username: '', timeoutS: 10, keepAliveS: 60 },
    ...{ auth: 'none', topic: `gatehouse/${gateway.sn}`, everyS: 10 },
  }
  const [auth, setAuth] = useState(first.auth)
  const [topic, setTopic] = useState(first.topic)
  const why = refused ?? (info.equipmentId === null ? t('noDevice') : undefined)
  const readable = info.signals.filter(({ canRead }) => canRead)
  const send = ({ server, signalIds = [], password, ca, certificate, key }: Values) =>
    run(() =>
      call(orderMqtt, {
        ...{ id: gateway.id, server: { ...server, username: server.username ?? '' }, signalIds },
        ...(password ? { password } : {}),
        ...(ca ? { ca } : {}),
        ...(certificate ? { certificate } : {}),
        ...(key ? { key } : {}),
      }),
    )
  return (
    <FormFrame<Values, void>
      initial={{ server: first }}
      act={t('mqttApply')}
      why={why}
      onChange={({ server }) => {
        setAuth(server.auth)
        setTopic(server.topic)
      }}
      onSubmit={send}
      onDone={() => toast.good(t('confirmed'))}
    >
      <FieldPair>
        <TextField name={['server', 'host']} label={t('host')} note={t('hostNote')} max={253} required />
        <NumberField name={['server', 'port']} label={t('port')} min={1} max={65_535} digits={0} required />
      </FieldPair>
      <FieldPair>
        <TextField name={['server', 'clientId']} label={t('clientId')} max={limits.mqttTextLength} required />
        <TextField name={['server', 'username']} label={t('username')} max={limits.mqttTextLength} />
      </FieldPair>
      <TextField
        name="password"
        label={t('password')}
        note={mqtt?.hasPassword ? t('passwordKept') : undefined}
        max={limits.mqttTextLength}
        password
      />
      <FieldPair>
        <NumberField
          name={['server', 'timeoutS']}
          label={t('timeout')}
          unit={words('secondsUnit')}
          min={1}
          max={120}
          digits={0}
          required
        />
        <NumberField
          name={['server', 'keepAliveS']}
          label={t('keepAlive')}
          unit={words('secondsUnit')}
          min={5}
          max={3600}
          digits={0}
          required
        />
      </FieldPair>
      <ChoiceField
        name={['server', 'auth']}
        label={t('auth')}
        options={mqttAuths.map((value) => ({ value, label: t(authNames[value]) }))}
      />
      {auth !== 'none' && <FileField name="ca" label={t('ca')} note={t('caNote')} now={factText(mqtt?.ca, t, zone)} />}
      {auth === 'mutual' && (
        <>
          <FileField
            name="certificate"
            label={t('certificate')}
            note={t('fileNote')}
            now={factText(mqtt?.certificate, t, zone)}
          />
          <FileField name="key" label={t('key')} note={t('keyNote')} now={mqtt?.hasKey ? t('keyNow') : undefined} />
        </>
      )}
      <TextField
        name={['server', 'topic']}
        label={t('topic')}
        note={t('topicNote', { topic })}
        max={limits.mqttTopicLength}
        required
      />
      <FieldPair>
        <NumberField
          name={['server', 'everyS']}
          label={t('publishEvery')}
          unit={words('secondsUnit')}
          min={1}
          max={3600}
          digits={0}
          required
        />
        <SelectField
          name="signalIds"
          label={t('variables')}
          placeholder={t('variablesAll')}
          options={readable.map(({ id, title, driver }) => ({ value: id as number, label: `${title} · ${driver}` }))}
          multiple
          clearable
        />
      </FieldPair>
    </FormFrame>
  )
}

function factText(
  of: Told['ca'] | undefined,
  t: (key: 'fileNow', marks: { subject: string; until: string }) => string,
  zone: string,
) {
  return of ? t('fileNow', { subject: of.subject, until: formatDate(of.until, zone) }) : undefined
}

/** A file as base64; its content is checked by the platform. */
function FileField({ name, label, note, now }: { name: string; label: string; note: string; now: string | undefined }) {
  return (
    <Form.Item name={name} className="box-file-item">
      <FileChoice label={label} note={note} now={now} />
    </Form.Item>
  )
}

function FileChoice({
  label,
  note,
  now,
  onChange,
}: {
  label: string
  note: string
  now: string | undefined
  onChange?: (base64: string | undefined) => void
}) {
  const t = useText(boxText)
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File>()
  const take = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const next = target.files?.[0]
    target.value = ''
    if (!next) return
    if (next.size > limits.certificateBytes) return toast.bad(t('tooLarge'))
    setFile(next)
    onChange?.(base64Of(new Uint8Array(await next.arrayBuffer())))
  }
  return (
    <div className="box-file">
      <span>{label}</span>
      <input
        ref={input}
        type="file"
        hidden
        accept=".pem,.der,.crt,.cer,.key"
        aria-label={label}
        onChange={(event) => void take(event)}
      />
      <PlainAct onClick={() => input.current?.click()}>{t('selectFile')}</PlainAct>
      <small>{file ? t('fileSelected', { name: file.name, size: formatSize(file.size) }) : (now ?? note)}</small>
    </div>
  )
}

function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(text)
}
