// Mode, LAN and serial ports. [S3 Gateway, Serial port] [S4 Mode change]
import { useState } from 'react'
import { type BoxTold, bauds, type Lan, type Mode, modes, parities, type SerialLine } from '../../../contract/box.ts'
import { call } from '../../../contract/call.ts'
import { Act } from '../../../ui/act.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { ChoiceField, FieldPair, SelectField, SwitchField, TextField } from '../../../ui/fields.tsx'
import { FormFrame } from '../../../ui/form.tsx'
import { formatTime } from '../../../ui/format.ts'
import { KeyValues } from '../../../ui/key-values.tsx'
import { useZone } from '../../../ui/me.ts'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import type { GatewayInfo } from '../gateway/contract.ts'
import { BoxPart, type Shown } from './box-part.tsx'
import { orderBox } from './contract.ts'
import { RestartAct } from './restart-act.tsx'
import { boxText } from './text.ts'
import { useOrder, useRefusal } from './use-box.ts'

const modeNames = {
  standard: 'modeStandard',
  switch: 'modeSwitch',
  router: 'modeRouter',
  download: 'modeDownload',
} as const

export function ModePart({ gateway }: { gateway: GatewayInfo }) {
  const t = useText(boxText)
  return (
    <BoxPart gateway={gateway} title={t('mode')} about={t('modeAbout')} acts={['mode', 'restart']}>
      {(shown) => <ModeForm key={shown.box.mode.next} {...shown} />}
    </BoxPart>
  )
}

function ModeForm({ gateway, info, box: { mode } }: Shown) {
  const t = useText(boxText)
  const order = useOrder()
  const why = useRefusal(gateway, info)('mode')
  const [chosen, setChosen] = useState<Mode>(mode.next)
  const [isBusy, setBusy] = useState(false)
  const apply = async () => {
    setBusy(true)
    try {
      await order(() => call(orderBox, { id: gateway.id, order: { act: 'mode', mode: chosen } }))
      toast.good(t('confirmed'))
    } catch (error) {
      toast.bad(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <KeyValues rows={[{ label: t('modeNow'), value: t(modeNames[mode.now]) }]} />
      {mode.next !== mode.now && (
        <div className="box-notice">
          <span>{t('modePending', { mode: t(modeNames[mode.next]) })}</span>
          <RestartAct gateway={gateway} />
        </div>
      )}
      <fieldset className="box-choices">
        <legend className="unseen">{t('modeChoice')}</legend>
        {modes.map((each) => (
          <label key={each}>
            <input type="radio" name="mode" checked={chosen === each} onChange={() => setChosen(each)} />
            <strong>{t(modeNames[each])}</strong>
            <small>{t(`${modeNames[each]}Note`)}</small>
          </label>
        ))}
      </fieldset>
      <Act kind="primary" why={why} busy={isBusy} sends onClick={() => void apply()}>
        {t('apply')}
      </Act>
    </>
  )
}

type LanValues = { order: { lan: Omit<Lan, 'route'> & { route?: Lan['route'] } }; isRouted: boolean }
type ToldLan = NonNullable<BoxTold['lan']>

export function LanPart({ gateway }: { gateway: GatewayInfo }) {
  const t = useText(boxText)
  return (
    <BoxPart gateway={gateway} title={t('lan')} about={t('lanAbout')} acts={['lan']}>
      {(shown) => shown.box.lan && <LanForm key={JSON.stringify(shown.box.lan)} {...shown} lan={shown.box.lan} />}
    </BoxPart>
  )
}

function LanForm({ gateway, info, box: { lanUndone }, lan }: Shown & { lan: ToldLan }) {
  const t = useText(boxText)
  const zone = useZone()
  const run = useOrder()
  const why = useRefusal(gateway, info)('lan')
  const [isRouted, setRouted] = useState(lan.route !== null)
  const send = async ({ order: { lan: next } }: LanValues) => {
    const wanted = { ip: next.ip, mask: next.mask, route: isRouted ? (next.route ?? null) : null }
    const isYes = await confirm({
      ...{ title: t('lanTitle'), act: t('apply'), target: gateway.sn, note: `${t('lanNote')} ${t('lanAbout')}` },
      ...{ current: `${lan.ip} / ${lan.mask}`, next: `${wanted.ip} / ${wanted.mask}` },
    })
    if (!isYes) return false
    await run(() => call(orderBox, { id: gateway.id, order: { act: 'lan', lan: wanted } }))
    return true
  }
  return (
    <>
      {lanUndone && (
        <p className="box-notice">
          {t('lanUndone', { ip: lanUndone.ip, mask: lanUndone.mask, time: formatTime(lanUndone.at, zone) })}
        </p>
      )}
      <KeyValues rows={[{ label: t('mac'), value: gateway.mac }]} />
      <FormFrame<LanValues, boolean>
        initial={{ order: { lan }, isRouted }}
        act={t('apply')}
        why={why}
        onChange={(values) => setRouted(values.isRouted)}
        onSubmit={send}
        onDone={(isSent) => isSent && toast.good(t('confirmed'))}
      >
        <FieldPair>
          <TextField name={['order', 'lan', 'ip']} label={t('lanIp')} required max={15} />
          <TextField name={['order', 'lan', 'mask']} label={t('mask')} required max={15} />
        </FieldPair>
        <SwitchField name="isRouted" label={t('route')} note={t('routeNote')} />
        {isRouted && (
          <>
            <FieldPair>
              <TextField name={['order', 'lan', 'route', 'target']} label={t('routeTarget')} required max={15} />
              <TextField name={['order', 'lan', 'route', 'mask']} label={t('routeMask')} required max={15} />
            </FieldPair>
            <TextField
              name={['order', 'lan', 'route', 'nextHop']}
              label={t('nextHop')}
              note={t('nextHopNote')}
              required
              max={15}
            />
          </>
        )}
      </FormFrame>
    </>
  )
}

const parityNames = { none: 'parityNone', even: 'parityEven', odd: 'parityOdd' } as const
const bits = [5, 6, 7, 8].map((value) => ({ value, label: String(value) }))
const stops = [1, 2].map((value) => ({ value, label: String(value) }))

export function SerialPart({ gateway }: { gateway: GatewayInfo }) {
  const t = useText(boxText)
  const [port, setPort] = useState<string>()
  return (
    <BoxPart gateway={gateway} title={t('serial')} about={t('serialAbout')} acts={['serial']}>
      {(shown) => {
        const line = shown.box.serial.find((each) => each.port === port) ?? shown.box.serial[0]
        return line && <SerialForm key={JSON.stringify(line)} {...shown} line={line} onPort={setPort} />
      }}
    </BoxPart>
  )
}

type LineValues = { order: { line: SerialLine } }

function SerialForm({
  gateway,
  info,
  box,
  line,
  onPort,
}: Shown & { line: SerialLine; onPort: (port: string) => void }) {
  const t = useText(boxText)
  const run = useOrder()
  return (
    <FormFrame<LineValues, void>
      initial={{ order: { line } }}
      act={t('apply')}
      why={useRefusal(gateway, info)('serial')}
      onChange={({ order }) => order.line.port !== line.port && onPort(order.line.port)}
      onSubmit={({ order }) =>
        run(() => call(orderBox, { id: gateway.id, order: { act: 'serial', line: order.line } }))
      }
      onDone={() => toast.good(t('confirmed'))}
    >
      <ChoiceField
        name={['order', 'line', 'port']}
        label={t('port')}
        options={box.serial.map((each) => ({ value: each.port, label: each.port }))}
      />
      <FieldPair>
        <SelectField
          name={['order', 'line', 'baud']}
          label={t('baud')}
          options={bauds.map((value) => ({ value: value as number, label: String(value) }))}
        />
        <SelectField name={['order', 'line', 'dataBits']} label={t('dataBits')} options={bits} />
      </FieldPair>
      <FieldPair>
        <SelectField
          name={['order', 'line', 'parity']}
          label={t('parity')}
          options={parities.map((value) => ({ value, label: t(parityNames[value]) }))}
        />
        <SelectField name={['order', 'line', 'stopBits']} label={t('stopBits')} options={stops} />
      </FieldPair>
    </FormFrame>
  )
}
