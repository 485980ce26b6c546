// An input for an expression over the variables of a device; inserts names at the caret.
import { Input, Select } from 'antd'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import { type ReactNode, useRef } from 'react'
import type { Signal } from '../../../contract/equipment-config.ts'
import { limits } from '../../../contract/limits.ts'
import { useText } from '../../../ui/words.ts'
import { signalOptions } from '../config/part-signal-options.ts'
import { configText } from '../config/text.ts'
import { piecesOf, referenceTo } from './config-condition.ts'
import './config-expression-field.css'

/** An example expression with a numeric variable of the device. */
export const expressionExample = (signals: readonly Signal[], equipmentId: number): string => {
  const numeric = signals.find(({ dataType }) => dataType !== 'bool' && dataType !== 'string')
  return `${referenceTo(equipmentId, numeric?.id ?? 1)} > 5`
}

/** The input's ref, and a function that inserts text at the caret. */
export function useInsertion(value: string, onChange: (value: string) => void) {
  const area = useRef<TextAreaRef>(null)
  const insert = (put: string) => {
    const input = area.current?.resizableTextArea?.textArea
    const [from, to] = [input?.selectionStart ?? value.length, input?.selectionEnd ?? value.length]
    onChange(value.slice(0, from) + put + value.slice(to))
    // After rendering, the caret is placed behind the inserted text.
    requestAnimationFrame(() => {
      input?.focus()
      input?.setSelectionRange(from + put.length, from + put.length)
    })
  }
  return { area, insert }
}

export function ExpressionInput({
  value,
  onChange,
  signals,
  equipmentId,
  field,
}: {
  value: string
  onChange: (value: string) => void
  signals: readonly Signal[]
  equipmentId: number
  /** Wraps the input in a field with label, note and fault. */
  field: (input: ReactNode) => ReactNode
}) {
  const t = useText(configText)
  const { area, insert } = useInsertion(value, onChange)
  return (
    <>
      {field(
        <Input.TextArea
          ref={area}
          className="expression-input"
          autoSize={{ minRows: 2, maxRows: 6 }}
          spellCheck={false}
          value={value}
          count={{ max: limits.formulaLength, show: value.length > limits.formulaLength - 100 }}
          onChange={(event) => onChange(event.target.value)}
        />,
      )}
      <Select
        className="expression-insert"
        aria-label={t('insert')}
        value={null}
        placeholder={t('insert')}
        options={signalOptions(signals)}
        showSearch={{ optionFilterProp: 'search' }}
        onChange={(next: number | null) => next && insert(referenceTo(equipmentId, next))}
      />
      <InWords expression={value} signals={signals} equipmentId={equipmentId} />
    </>
  )
}

/** The expression with titles instead of references. */
function InWords({
  expression,
  signals,
  equipmentId,
}: {
  expression: string
  signals: readonly Signal[]
  equipmentId: number
}) {
  const t = useText(configText)
  if (!piecesOf(expression).some(({ signalId }) => signalId !== undefined)) return null
  const titles = new Map(signals.map(({ id, title }) => [id as number, title]))
  return (
    <p className="expression-words">
      <small>{t('inWords')}</small>
      <ExpressionWords
        expression={expression}
        nameOf={(device, id) => (device === equipmentId ? titles.get(id) : undefined)}
      />
    </p>
  )
}

/** An expression with names of its variables; a reference without a name is marked and shown as `unknown`. */
export function ExpressionWords({
  expression,
  nameOf,
  unknown,
}: {
  expression: string
  nameOf: (equipmentId: number, signalId: number) => string | undefined
  unknown?: (signalId: number) => string
}) {
  return piecesOf(expression).map(({ text, device = 0, signalId }, index) => {
    const name = signalId === undefined ? undefined : nameOf(device, signalId)
    return (
      <span
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, drawn anew with it
        key={index}
        className={signalId === undefined ? undefined : name ? 'expression-signal' : 'expression-unknown'}
      >
        {name ?? (signalId === undefined ? text : (unknown?.(signalId) ?? text))}
      </span>
    )
  })
}
