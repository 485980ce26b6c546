// Checks the fields of a report while they are typed: the value or the fault of each.
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { ApiError, call } from '../../../contract/call.ts'
import type { ProjectId } from '../../../contract/fields.ts'
import { type CustomReportId, validStatistics } from './contract.ts'
import type { Draft } from './draft.ts'

type Answer = z.output<typeof validStatistics.output>
/**
 * The result of a check. `fault`: an error that belongs to no field, in the user's language. `isOld`: the draft has
 * changed since the check.
 */
export type Checked = { answer?: Answer; fault?: string; isOld: boolean }

const pauseMs = 400
/** Results are refreshed at this interval, also without changes to the draft. */
const againMs = 15_000

export function useChecked(projectId: ProjectId, id: CustomReportId | null, { bucket, zone, fields }: Draft): Checked {
  const [checked, setChecked] = useState<Checked>({ isOld: true })
  const asked = JSON.stringify({
    ...{ projectId, id, bucket, zone },
    fields: fields.map(({ key, expression }) => ({ key, expression })),
  })
  useEffect(() => {
    const ending = new AbortController()
    const { signal } = ending
    let timer: ReturnType<typeof setTimeout>
    setChecked((now) => ({ ...now, isOld: true }))
    const ask = () => {
      call(validStatistics, JSON.parse(asked), { signal })
        .then(
          (answer) => signal.aborted || setChecked({ answer, isOld: false }),
          (error: unknown) => {
            if (!signal.aborted)
              setChecked({ isOld: false, ...(error instanceof ApiError && { fault: error.message }) })
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
  }, [asked])
  return checked
}
