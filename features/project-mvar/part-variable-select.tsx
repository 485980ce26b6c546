// Finds a variable of the devices of a project by its name, while it is typed.
import { Select } from 'antd'
import { useEffect, useState } from 'react'
import { call } from '../../contract/call.ts'
import type { ProjectId } from '../../contract/fields.ts'
import { useText } from '../../ui/words.ts'
import { referenceTo } from '../equipment-config/part-condition.ts'
import { type FoundSignal, searchSignals } from '../live/contract.ts'
import { useName } from '../translation/part-name.ts'
import { mvarText } from './text.ts'

const pauseMs = 150

/** Those that can be read; `onPick` gets how a formula names it, and its title. */
export function VariableSelect({
  projectId,
  label,
  onPick,
}: {
  projectId: ProjectId
  label: string
  onPick: (reference: string, title: string) => void
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
        const picked = found.find(({ id, equipmentId }) => referenceTo(equipmentId, id) === reference)
        if (reference) onPick(reference, picked ? `${named(picked.equipmentName)} · ${named(picked.title)}` : reference)
        setText('')
      }}
    />
  )
}
