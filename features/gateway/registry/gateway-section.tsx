import type { GatewaySection } from '../open/gateway-section.ts'
import { InstallAct } from './install-act.tsx'
import { RenewAct } from './part-register.tsx'

export default {
  place: 10,
  Action: ({ gateway: { id, sn } }) => (
    <>
      <InstallAct sn={sn} />
      <RenewAct id={id} sn={sn} />
    </>
  ),
} satisfies GatewaySection
