// A formula over variables, checked while typing; a variable is inserted at the cursor.
import { useRef, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { PlainAct } from '../../ui/plain.tsx'
import { useText } from '../../ui/words.ts'
import { BindPicker } from './bind-picker.tsx'
import { faultIn } from './expression-fault.ts'
import type { Shared } from './shared.ts'
import { panelText } from './text.ts'

export function ExpressionBox({
  id,
  label,
  shared,
  onChange,
}: {
  id: string
  label: string
  shared: Shared
  onChange: (value: string) => void
}) {
  const t = useText(panelText)
  const box = useRef<HTMLTextAreaElement>(null)
  const [isOpen, setOpen] = useState(false)
  const text = shared.isMixed || typeof shared.value !== 'string' ? '' : shared.value
  const fault = faultIn(text)
  const insert = (word: string) => {
    const { selectionStart: from = text.length, selectionEnd: to = text.length } = box.current ?? {}
    onChange(text.slice(0, from) + word + text.slice(to))
  }
  return (
    <>
      <textarea
        ref={box}
        id={id}
        className="panel-area"
        data-long=""
        rows={3}
        maxLength={limits.formulaLength}
        spellCheck={false}
        aria-invalid={fault !== undefined || undefined}
        placeholder={shared.isMixed ? t('mixed') : undefined}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {fault !== undefined && (
        <p className="panel-fault" role="alert">
          {t('faultAt', { at: fault })}
        </p>
      )}
      <PlainAct kind="link" icon="plus" onClick={() => setOpen(true)}>
        {t('insertVariable')}
      </PlainAct>
      {isOpen && (
        <BindPicker
          label={label}
          kinds={['signal']}
          onPick={({ equipId, signalId }) => insert(`\${${equipId}.${signalId}}`)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
