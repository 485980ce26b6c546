// A formula over variables of several devices: typed, or put in by name where the caret is.
import { Input, Select } from 'antd'
import { useEffect, useState } from 'react'
import { call } from '../../contract/call.ts'
import type { ProjectId } from '../../contract/fields.ts'
import { useText } from '../../ui/words.ts'
import { referenceTo } from '../equipment-config/part-condition.ts'
import { useInsertion } from '../equipment-config/part-expression-field.tsx'
import { type FoundSignal, searchSignals } from '../live/contract.ts'
import { useName } from '../translation/part-name.ts'
import { mvarText } from './text.ts'

type Props = {
  projectId: ProjectId
  /** Variables with commas between. */
  isList: boolean
  /** The form gives these. */
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

const pauseMs = 150

/** Of the devices of the project, found while it is typed. */
function VariableSelect({
  projectId,
  label,
  onPick,
}: {
  projectId: ProjectId
  label: string
  onPick: (reference: string) => void
}) {
  const t = useText(mvarText)
  const named = useName()
  const [text, setText] = useState('')
  const [found, setFound] = useState<readonly FoundSignal[]>([])
  const [isAsking, setAsking] = useState(false)
  const keyword = text.trim().slice(0, 50)
  useEffect(() => {
    setFound([])
    setAsking(keyword !== '')
    if (keyword === '') return undefined
    const ending = new AbortController()
    const { signal } = ending
    const timer = setTimeout(() => {
      call(searchSignals, { keyword, projectId, pageSize: 50 }, { signal })
        .then(
          ({ rows }) => signal.aborted || setFound(rows.filter(({ access }) => access !== 'w')),
          () => undefined,
        )
        .finally(() => signal.aborted || setAsking(false))
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      ending.abort()
    }
  }, [keyword, projectId])
  return (
    <Select
      className="expression-insert"
      aria-label={label}
      value={null}
      placeholder={label}
      loading={isAsking}
      options={found.map(({ id, equipmentId, title, equipmentName }) => ({
        value: referenceTo(equipmentId, id),
        label: `${named(equipmentName)} · ${named(title)}`,
      }))}
      showSearch={{ searchValue: text, onSearch: setText, filterOption: false }}
      notFoundContent={isAsking ? null : t(keyword === '' ? 'typeToSearch' : 'nothingFound')}
      onChange={(reference: string | null) => {
        if (reference) onPick(reference)
        setText('')
      }}
    />
  )
}
