// The editor of one script: trigger, source with a syntax check while typing, and a trial run.
import { Input, InputNumber, Select, Switch } from 'antd'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Signal } from '../../../contract/equipment-config.ts'
import { limits } from '../../../contract/limits.ts'
import type { ScriptFault as SyntaxFault } from '../../../signal/script/run.ts'
import { Act } from '../../../ui/act.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useLanguage } from '../../../ui/language.ts'
import { useZoneOf } from '../../../ui/me.ts'
import { PlainAct } from '../../../ui/plain.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { toFirstFault } from '../../../ui/to-first-fault.ts'
import { useText } from '../../../ui/words.ts'
import { configView } from '../../frame/config-views.ts'
import { useName, useNamed } from '../../platform/open/translation-name.ts'
import { ConflictDialog } from '../../platform/open/versioned-conflict.tsx'
import { signalOptions } from '../config/part-signal-options.ts'
import { faultText } from '../open/config-fault.ts'
import { loadNewest } from '../open/config-query.ts'
import type { Editing } from './editing.ts'
import type { ScriptFault } from './rules.ts'
import { SourceField } from './source-field.tsx'
import { scriptText } from './text.ts'
import { createTrying, startTryWorker, type Trying } from './try.ts'
import { TryPanel } from './try-panel.tsx'
import { type Begin, useEditing } from './use-editing.ts'

const checkAfterMs = 300

/** The trial worker of the page, for as long as it is mounted. */
function useTrying(): Trying {
  const trying = useMemo(() => createTrying(startTryWorker), [])
  useEffect(() => trying.stop, [trying])
  return trying
}

/** The syntax fault, shortly after typing; null: none; undefined: not checked yet. */
function useSyntax(trying: Trying, source: string): SyntaxFault | null | undefined {
  const [known, setKnown] = useState<{ source: string; fault: SyntaxFault | null }>()
  useEffect(() => {
    let isWanted = true
    const timer = setTimeout(() => {
      void trying.check(source).then((fault) => isWanted && setKnown({ source, fault }))
    }, checkAfterMs)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [trying, source])
  return known?.source === source ? known.fault : undefined
}

export function ScriptEditor(begin: Begin) {
  const t = useText(scriptText)
  const { info } = begin
  const { editing, saved, signals, version, change, faults, isChanged, busy, save, close, ...stale } = useEditing(begin)
  const { isStale, base, mine, reload, later } = stale
  const zone = useZoneOf(info)
  const name = useName()
  const shown = useNamed(signals, 'title', 'group') ?? signals
  const [isTried, setTried] = useState(false)
  const form = useRef<HTMLElement>(null)
  const trying = useTrying()
  const syntax = useSyntax(trying, editing.source)
  const syntaxText = syntax ? t('syntaxWrong', { line: syntax.line ?? 1, message: syntax.message }) : undefined
  const told = (field: string) => faults.find((each) => each.field === field && isTried)
  return (
    <section className="script-editor">
      <section ref={form} className="card script-form">
        <header className="script-head">
          <PlainAct kind="link" icon="left" onClick={() => void close()}>
            {t('toList')}
          </PlainAct>
          <h2>{saved ? name(saved.name) : t('newScript')}</h2>
          {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch is the control */}
          <label className="script-switch">
            {t('enabled')}
            <Switch size="small" checked={editing.enabled} onChange={(enabled) => change({ enabled })} />
          </label>
        </header>
        <div className="script-fields">
          <Field label={t('name')} fault={told('name')}>
            <Input
              aria-label={t('name')}
              autoComplete="off"
              value={editing.name}
              maxLength={limits.titleLength}
              onChange={({ target }) => change({ name: target.value })}
            />
          </Field>
          <TriggerFields editing={editing} change={change} signals={shown} fault={told('trigger.signalIds')} />
          <Field label={t('source')} fault={faults.find(({ field, line }) => field === 'source' && (isTried || line))}>
            <SourceField
              label={t('source')}
              value={editing.source}
              faultLine={syntax?.line ?? faults.find(({ line }) => line)?.line ?? null}
              onChange={(source) => change({ source })}
            />
          </Field>
          <p className="script-syntax" role="status" data-wrong={syntax ? true : undefined}>
            {syntax ? syntaxText : syntax === null && editing.source.trim() !== '' && t('syntaxFine')}
          </p>
          <p className="script-note">
            <code>{t('help')}</code>
            <br />
            {t('helpMore')}
          </p>
        </div>
        <footer className="rule-foot script-foot">
          <Act
            kind="primary"
            sends
            may="equipment:edit"
            busy={busy}
            why={syntax ? syntaxText : !isChanged && t('nothingChanged')}
            onClick={() => {
              flushSync(() => setTried(true))
              if (faults.length === 0) void save()
              else toFirstFault(form.current, '.script-fault')
            }}
          >
            {t('saveAs', { version: version + 1 })}
          </Act>
          <PlainAct onClick={() => void close()}>{t('discard')}</PlainAct>
          {isTried && faults.length > 0 ? (
            <span className="script-fault" role="status">
              <Icon name="alarm" size={14} /> {t('fixFirst', { count: faults.length })}
            </span>
          ) : (
            <span className="script-note">{t('takesEffect')}</span>
          )}
        </footer>
      </section>
      <TryPanel info={info} editing={editing} signals={shown} trying={trying} />
      {isStale && (
        <ConflictDialog
          base={base}
          mine={mine}
          view={configView}
          loadNewest={() => loadNewest(info.id)}
          zone={zone}
          onReload={reload}
          notes={{ keep: t('keepNote'), drop: t('dropNote') }}
          onClose={later}
        />
      )}
    </section>
  )
}

function Field({ label, fault, children }: { label: string; fault?: ScriptFault | undefined; children: ReactNode }) {
  const t = useText(scriptText)
  const language = useLanguage()
  const place = fault?.line === undefined ? '' : `${t('line', { line: fault.line })}: `
  return (
    <div className="script-field">
      <span className="form-label">{label}</span>
      {children}
      {fault && (
        <p className="script-fault" role="alert">
          {place}
          {faultText(fault, language)}
        </p>
      )}
    </div>
  )
}

type TriggerProps = {
  editing: Editing
  change: (change: Partial<Editing>) => void
  signals: readonly Signal[]
  fault: ScriptFault | undefined
}

function TriggerFields({ editing: { kind, everyMs, signalIds }, change, signals, fault }: TriggerProps) {
  const t = useText(scriptText)
  return (
    <Field label={t('trigger')} fault={fault}>
      <div className="script-trigger">
        <Segmented
          label={t('trigger')}
          value={kind}
          options={(['period', 'change', 'start'] as const).map((value) => ({ value, label: t(value) }))}
          onChange={(next) => change({ kind: next })}
        />
        {kind === 'period' && (
          <InputNumber
            aria-label={t('everyMs')}
            controls={false}
            min={limits.scriptPeriodMinMs}
            max={86_400_000}
            precision={0}
            value={everyMs}
            suffix="ms"
            onChange={(next) => change({ everyMs: next ?? everyMs })}
          />
        )}
        {kind === 'change' && (
          <Select
            aria-label={t('signals')}
            mode="multiple"
            placeholder={t('signals')}
            maxCount={limits.scriptTriggers}
            value={[...signalIds]}
            options={signalOptions(signals)}
            showSearch={{ optionFilterProp: 'search' }}
            onChange={(next: number[]) => change({ signalIds: next })}
          />
        )}
      </div>
    </Field>
  )
}
