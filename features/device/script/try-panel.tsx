// "Run once on these values": runs the script in this browser on typed or live values. Nothing is written.
import { Input, InputNumber } from 'antd'
import { useState } from 'react'
import type { Signal } from '../../../contract/equipment-config.ts'
import { errorText } from '../../../contract/errors.ts'
import { good } from '../../../core/data-type.ts'
import { type ScriptEnd, scriptBudget } from '../../../signal/script/run.ts'
import { serverClock } from '../../../signal/web/server-clock.ts'
import { Act } from '../../../ui/act.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { useLanguage } from '../../../ui/language.ts'
import { Card } from '../../../ui/page-header.tsx'
import { useText } from '../../../ui/words.ts'
import { useGatewayOf } from '../../gateway/open/gateway-sync.tsx'
import type { EquipmentInfo } from '../equipment/contract.ts'
import { useLiveValues } from '../open/live-value.tsx'
import type { Editing } from './editing.ts'
import { namesIn } from './rules.ts'
import { scriptText } from './text.ts'
import { scriptValue, type Typed } from './tried-values.ts'
import type { Trying } from './try.ts'

type Props = { info: EquipmentInfo; editing: Editing; signals: readonly Signal[]; trying: Trying }

export function TryPanel({ info, editing, signals, trying }: Props) {
  const t = useText(scriptText)
  const [typed, setTyped] = useState<ReadonlyMap<number, Typed>>(new Map())
  const [end, setEnd] = useState<ScriptEnd>()
  const [busy, setBusy] = useState(false)
  const gateway = useGatewayOf(info.sn ? info.id : undefined)
  const live = useLiveValues(
    info.isTemplate ? undefined : info.id,
    [info.sn, gateway?.state, gateway?.gatewayHash].join(' '),
  )
  const names = namesIn(editing.source, signals)
  const used = signals.filter(({ name }) => names.has(name))
  const put = (id: number, change: Partial<Typed>) =>
    setTyped(new Map(typed).set(id, { text: '', code: good, ...typed.get(id), ...change }))
  const takeLive = () => {
    const next = new Map(typed)
    for (const { id } of used) {
      const { value, code } = live?.source.subscribe(id).read() ?? { value: null, code: 0 }
      if (value !== null) next.set(id, { text: String(value), code })
    }
    setTyped(next)
  }
  const run = async () => {
    setBusy(true)
    const now = serverClock.now()
    const values = used.map((signal) => [signal.name, scriptValue(signal, typed.get(signal.id), now)] as const)
    const state = end?.state ?? '{}'
    const { source, kind: reason } = editing
    setEnd(await trying.run({ source, reason, values: Object.fromEntries(values), state }))
    setBusy(false)
  }
  return (
    <Card title={t('once')}>
      <p className="script-note">{t('onceNote')}</p>
      {used.length === 0 ? (
        <p className="script-note">{t('noNames')}</p>
      ) : (
        <ValuesTable used={used} typed={typed} put={put} />
      )}
      <div className="script-acts">
        <Act busy={busy} why={editing.source.trim() === '' && t('noNames')} onClick={() => void run()}>
          {t('run')}
        </Act>
        {!info.isTemplate && (
          <Act kind="link" why={(!live || used.length === 0) && t('noLive')} onClick={takeLive}>
            {t('takeLive')}
          </Act>
        )}
      </div>
      {end && <Outcome end={end} />}
    </Card>
  )
}

type TableProps = {
  used: readonly Signal[]
  typed: ReadonlyMap<number, Typed>
  put: (id: number, change: Partial<Typed>) => void
}

function ValuesTable({ used, typed, put }: TableProps) {
  const t = useText(scriptText)
  const language = useLanguage()
  return (
    <table className="script-values" aria-label={t('once')}>
      <thead>
        <tr>
          <th>{t('variable')}</th>
          <th>{t('value')}</th>
          <th>{t('code')}</th>
        </tr>
      </thead>
      <tbody>
        {used.map(({ id, name, title, unit, access }) => {
          const { text = '', code = good } = typed.get(id) ?? {}
          const word = code === good ? t('good') : errorText(code, language)
          return (
            <tr key={id}>
              <td>
                <code>{name}</code>
                <small>{title}</small>
              </td>
              <td>
                <Input
                  aria-label={`${t('value')} ${name}`}
                  value={text}
                  disabled={access === 'w'}
                  suffix={unit}
                  onChange={({ target }) => put(id, { text: target.value })}
                />
              </td>
              <td>
                <InputNumber
                  aria-label={`${t('code')} ${name}`}
                  title={word}
                  controls={false}
                  min={0}
                  max={99_999}
                  precision={0}
                  disabled={access === 'w'}
                  value={code}
                  onChange={(next) => put(id, { code: next ?? good })}
                />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function Outcome({ end: { fault, writes, lines, state, tookMs } }: { end: ScriptEnd }) {
  const t = useText(scriptText)
  return (
    <section className="script-outcome" aria-label={t('run')}>
      <p role="status" data-wrong={fault ? true : undefined}>
        {fault ? (
          <>
            {t(`fault_${fault.kind}`, { ms: scriptBudget.timeMs })}
            {fault.message && `: ${fault.message}`}
            {fault.line !== null && ` (${t('line', { line: fault.line })})`}
          </>
        ) : (
          t('ranMs', { ms: formatNumber(tookMs) })
        )}
      </p>
      <dl>
        <dt>{t('wouldWrite')}</dt>
        <dd>
          {writes.length === 0
            ? t('nothing')
            : writes
                .map(({ name, value }, at) => ({ at, text: `${name} = ${String(value)}` }))
                .map(({ at, text }) => <code key={at}>{text}</code>)}
        </dd>
        <dt>{t('logged')}</dt>
        <dd>
          {lines.length === 0
            ? t('nothing')
            : lines.map((text, at) => ({ at, text })).map(({ at, text }) => <code key={at}>{text}</code>)}
        </dd>
        {state !== '{}' && (
          <>
            <dt>{t('kept')}</dt>
            <dd>
              <code>{state}</code>
            </dd>
          </>
        )}
      </dl>
    </section>
  )
}
