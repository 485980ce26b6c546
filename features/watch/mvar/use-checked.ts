// A formula while it is typed: what it gives with the last readings, or what is wrong with it.
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { ApiError, call } from '../../../contract/call.ts'
import type { MvarId, ProjectId } from '../../../contract/fields.ts'
import { type MvarFormula, validFormulaVar } from './contract.ts'

export type Result = z.output<typeof validFormulaVar.output>
/** `fault`: in the user's language. Both empty while it is not known. */
export type Checked = { result?: Result; fault?: string }

const pauseMs = 300
/** A result does not stand still while somebody thinks. */
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
