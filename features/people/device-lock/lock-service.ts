// Address of the device lock's local service, on the user's computer. [S7 Lock device]

export const lockService = 'http://127.0.0.1:9080'
