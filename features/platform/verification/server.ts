import { type RoomServer, serve } from '../../frame/serve.ts'
import { codes, messageChannels, queryOutbox } from './contract.ts'

export default [
  serve(queryOutbox, { kind: 'operator' }, async (_, { use }) => ({
    channels: messageChannels.map((channel) => ({
      channel,
      by: use(codes).by(channel),
      isFailing: use(codes).isFailing(channel),
    })),
    messages: [...(use(codes).outbox() ?? [])],
  })),
] satisfies RoomServer
