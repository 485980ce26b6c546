// Checks a formula while it is typed: its current result, or its fault.
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { ApiError, call } from '../../../contract/call.ts'
import type { MvarId, ProjectId } from '../../../contract/fields.ts'
import { type MvarFormula, validFormulaVar } from './contract.ts'

export type Result = z.output<typeof validFormulaVar.output>
/** Result of a check. `fault`: in the user's language. Both are undefined until the first answer. */
type Checked = { result?: Result; fault?: string }

const pauseMs = 300
/** Results are refreshed at this interval. */
const againMs = 5000

export function useChecked(projectId: ProjectId, id: MvarId | undefined, { calcType, text }: MvarFormula): Checked {
  const [checked, setChecked] = useState<Checked>({})
  useEffect(() => {
    if (text.trim() === '') {
      setChecked({})
      return undefined
    }
    const ending = new AbortController()
    const { signal } = ending
    let timer: ReturnType<typeof setTimeout>
    const ask = () => {
      call(validFormulaVar, { projectId, id, formula: { calcType, text } }, { signal })
        .then(
          (result) => signal.aborted || setChecked({ result }),
          (error: unknown) => {
            if (!signal.aborted) setChecked(error instanceof ApiError ? { fault: error.message } : {})
          },
        )
        .finally(() => {
          if (!signal.aborted) timer = setTimeout(ask, againMs)
        })
    }
    timer = setTimeout(ask, pauseMs)
    return () => {
      ending.abort()
      clearTimeout(timer)
    }
  }, [projectId, id, calcType, text])
  return checked
}
