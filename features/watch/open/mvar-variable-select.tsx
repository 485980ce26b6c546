// Finds a variable of a project's devices by name as the user types, and optionally intermediate variables.
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useEffect, useState } from 'react'
import { call, queryOf } from '../../../contract/call.ts'
import type { ProjectId } from '../../../contract/fields.ts'
import { useText } from '../../../ui/words.ts'
import { type FoundSignal, searchSignals } from '../../device/live/contract.ts'
import { referenceTo } from '../../device/open/config-condition.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { queryMvars } from '../mvar/contract.ts'
import { mvarText } from '../mvar/text.ts'

const pauseMs = 150

/**
 * Offers readable variables. `onPick` gets the reference for formulas and the title. `mvarReference`: returns the
 * reference of an intermediate variable.
 */
export function VariableSelect({
  projectId,
  label,
  mvarReference,
  onPick,
}: {
  projectId: ProjectId
  label: string
  mvarReference?: (mvarId: number) => string
  onPick: (reference: string, title: string) => void
}) {
  const t = useText(mvarText)
  const named = useName()
  const [text, setText] = useState('')
  const [found, setFound] = useState<readonly FoundSignal[]>([])
  const [isAsking, setAsking] = useState(false)
  const keyword = text.trim().slice(0, 50)
  const mvars = useMvars(projectId, keyword, mvarReference)
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
  const options = [
    ...found.map(({ id, equipmentId, title, equipmentName }) => ({
      value: referenceTo(equipmentId, id),
      label: `${named(equipmentName)} · ${named(title)}`,
    })),
    ...mvars,
  ]
  return (
    <Select
      className="expression-insert"
      aria-label={label}
      value={null}
      placeholder={label}
      loading={isAsking}
      options={options}
      showSearch={{ searchValue: text, onSearch: setText, filterOption: false }}
      notFoundContent={isAsking ? null : t(keyword === '' ? 'typeToSearch' : 'nothingFound')}
      onChange={(reference: string | null) => {
        const picked = options.find(({ value }) => value === reference)
        if (reference) onPick(reference, picked?.label ?? reference)
        setText('')
      }}
    />
  )
}

/** The intermediate variables of the project whose names contain the keyword. */
function useMvars(projectId: ProjectId, keyword: string, referenceOf: ((mvarId: number) => string) | undefined) {
  const t = useText(mvarText)
  const named = useName()
  const { data = [] } = useQuery({ ...queryOf(queryMvars, { projectId }), enabled: referenceOf !== undefined })
  if (!referenceOf) return []
  const isFound = (title: string) => title.toLowerCase().includes(keyword.toLowerCase())
  return data.flatMap(({ id, title }) =>
    isFound(named(title)) || isFound(title)
      ? [{ value: referenceOf(id), label: `${t('calculated')} · ${named(title)}` }]
      : [],
  )
}
