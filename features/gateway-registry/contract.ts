// The operator's register of boxes: who may connect at all, and with which secret.
import { z } from 'zod'
import { post } from '../../contract/endpoint.ts'
import { GatewayId, maybeText, Sn, text } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'

export const registerGateway = post('/lfscada/gateway/register', {
  may: 'gateway:register',
  about:
    'The operator registers a gateway by its SN. The answer shows the verification code and the MQTT secret only once.',
  input: z.object({
    sn: Sn,
    series: text(20).default('GH'),
    model: text(40).default('GH-Linux'),
    remark: maybeText(limits.remarkLength),
  }),
  output: z.object({ id: GatewayId, sn: z.string(), code: z.string(), secret: z.string() }),
})

export const renewGatewaySecret = post('/lfscada/gateway/renewSecret', {
  may: 'gateway:register',
  about: 'A new MQTT secret, shown only once; the old one stops working immediately.',
  input: z.object({ id: GatewayId }),
  output: z.object({ secret: z.string() }),
})
