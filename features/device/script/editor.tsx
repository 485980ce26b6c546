// The editor of one script: trigger, source with a syntax check while typing, and a trial run.
import { Input, InputNumber, Select } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import type { Signal } from '../../../contract/equipment-config.ts'
import { limits } from '../../../contract/limits.ts'
import type { ScriptFault as SyntaxFault } from '../../../signal/script/run.ts'
import { EditorCard, EditorField, useTried } from '../../../ui/editor-card.tsx'
import { useLanguage } from '../../../ui/language.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { useText } from '../../../ui/words.ts'
import { useName, useNamed } from '../../platform/open/translation-name.ts'
import { PartConflict } from '../config/part-conflict.tsx'
import { signalOptions } from '../config/part-signal-options.ts'
import { faultText } from '../open/config-fault.ts'
import type { Editing } from './editing.ts'
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
  const edited = useEditing(begin)
  const { editing, saved, signals, version, change, faults, isChanged, busy, save, close } = edited
  const name = useName()
  const shown = useNamed(signals, 'title', 'group') ?? signals
  const { isTried, form, send } = useTried(faults.length)
  const language = useLanguage()
  const trying = useTrying()
  const syntax = useSyntax(trying, editing.source)
  const syntaxText = syntax ? t('syntaxWrong', { line: syntax.line ?? 1, message: syntax.message }) : undefined
  const faultOf = (field: string) => {
    const fault = faults.find((each) => each.field === field && (isTried || each.line))
    const place = fault?.line === undefined ? '' : `${t('line', { line: fault.line })}: `
    return fault && place + faultText(fault, language)
  }
  return (
    <section className="script-editor">
      <EditorCard
        form={form}
        back={t('toList')}
        title={saved ? name(saved.name) : t('newScript')}
        enabled={{ label: t('enabled'), value: editing.enabled, onChange: (enabled) => change({ enabled }) }}
        save={{
          ...{ label: t('saveAs', { version: version + 1 }), may: 'equipment:edit', busy },
          why: syntax ? syntaxText : !isChanged && t('nothingChanged'),
          onClick: () => send(save),
        }}
        cancel={{ label: t('discard'), onClick: () => void close() }}
        faults={isTried && faults.length > 0 && t('fixFirst', { count: faults.length })}
        note={t('takesEffect')}
      >
        <EditorField isGroup label={t('name')} fault={faultOf('name')}>
          <Input
            aria-label={t('name')}
            autoComplete="off"
            value={editing.name}
            maxLength={limits.titleLength}
            onChange={({ target }) => change({ name: target.value })}
          />
        </EditorField>
        <TriggerFields editing={editing} change={change} signals={shown} fault={faultOf('trigger.signalIds')} />
        <EditorField isGroup label={t('source')} fault={faultOf('source')}>
          <SourceField
            label={t('source')}
            value={editing.source}
            faultLine={syntax?.line ?? faults.find(({ line }) => line)?.line ?? null}
            onChange={(source) => change({ source })}
          />
        </EditorField>
        <p className="script-syntax" role="status" data-wrong={syntax ? true : undefined}>
          {syntax ? syntaxText : syntax === null && editing.source.trim() !== '' && t('syntaxFine')}
        </p>
        <p className="script-note">
          <code>{t('help')}</code>
          <br />
          {t('helpMore')}
        </p>
      </EditorCard>
      <TryPanel info={info} editing={editing} signals={shown} trying={trying} />
      <PartConflict info={info} of={edited} notes={{ keep: t('keepNote'), drop: t('dropNote') }} />
    </section>
  )
}

type TriggerProps = {
  editing: Editing
  change: (change: Partial<Editing>) => void
  signals: readonly Signal[]
  fault: string | undefined
}

function TriggerFields({ editing: { kind, everyMs, signalIds }, change, signals, fault }: TriggerProps) {
  const t = useText(scriptText)
  return (
    <EditorField isGroup label={t('trigger')} fault={fault}>
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
    </EditorField>
  )
}
