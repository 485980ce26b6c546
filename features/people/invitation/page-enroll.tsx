// A newcomer creates an account by an invitation. [S2 /enroll/{code}]
import { useMemo } from 'react'
import { call } from '../../../contract/call.ts'
import { usePlace } from '../../../ui/place.tsx'
import { enroll, enrollInfo } from './contract.ts'
import { NewcomerPage, type Way } from './newcomer.tsx'

export default function EnrollPage() {
  const { code = '' } = usePlace().params
  const way = useMemo(
    (): Way => ({ load: () => call(enrollInfo, { code }), join: (person) => call(enroll, { ...person, code }) }),
    [code],
  )
  return <NewcomerPage way={way} isOpenToAll={false} />
}
