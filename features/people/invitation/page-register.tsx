// A newcomer creates an account by the open registration of a role. [S2 /register/{roleuuid}]
import { useMemo } from 'react'
import { call } from '../../../contract/call.ts'
import { usePlace } from '../../../ui/place.tsx'
import { register, registerInfo } from './contract.ts'
import { NewcomerPage, type Way } from './newcomer.tsx'

export default function RegisterPage() {
  const { roleuuid = '' } = usePlace().params
  const way = useMemo(
    (): Way => ({
      load: () => call(registerInfo, { roleuuid }),
      join: (person) => call(register, { ...person, roleuuid }),
    }),
    [roleuuid],
  )
  return <NewcomerPage way={way} isOpenToAll />
}
