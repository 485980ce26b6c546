import type { GatewaySection } from '../gateway/part-section.ts'
import { RenewAct } from './part-register.tsx'

export default {
  place: 10,
  Action: ({ gateway: { id, sn } }) => <RenewAct id={id} sn={sn} />,
} satisfies GatewaySection
