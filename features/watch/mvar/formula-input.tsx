// A text field for a formula over variables of several devices, with a picker that inserts at the caret.
import { Input } from 'antd'
import type { ProjectId } from '../../../contract/fields.ts'
import { useText } from '../../../ui/words.ts'
import { useInsertion } from '../../device/open/config-expression-field.tsx'
import { VariableSelect } from '../open/mvar-variable-select.tsx'
import { mvarText } from './text.ts'

type Props = {
  projectId: ProjectId
  /** Whether the text is a comma-separated list of variables. */
  isList: boolean
  /** Set by the form. */
  id?: string
  value?: string
  onChange?: (value: string) => void
}

export function FormulaInput({ projectId, isList, id, value = '', onChange }: Props) {
  const t = useText(mvarText)
  const change = (next: string) => onChange?.(next)
  const { area, insert } = useInsertion(value, change)
  const put = (reference: string) =>
    isList && value.trim() !== '' ? change(`${value.trimEnd().replace(/,$/, '')}, ${reference}`) : insert(reference)
  return (
    <>
      <Input.TextArea
        ref={area}
        id={id}
        className="expression-input"
        autoSize={{ minRows: 2, maxRows: 8 }}
        spellCheck={false}
        value={value}
        onChange={(event) => change(event.target.value)}
      />
      <VariableSelect projectId={projectId} label={t('insert')} onPick={put} />
    </>
  )
}
