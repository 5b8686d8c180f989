import type { FileContent } from '../pages/download.ts';

/** Shown where a picture cannot be, in feeds too: a grey field of 148 by 148 with the words “Picture not available”. */
export const standIn: FileContent = {
  type: 'image/png',
  body: Buffer.from(
    [
      'iVBORw0KGgoAAAANSUhEUgAAAJQAAACUAgMAAAAIUuhHAAAADFBMVEXp7PC6v8eKk51bZnRkEXdJAAABiUlEQVR42u3UMUvDQBiA4UsCHnjD7Q',
      'reLELyC05bHByyuDj7C9wcS5vUobODOnTQvWAWhRNL0k6ul9kllBbELDccktbWSBR0SZNMQvHeJctD7i58OQBUKpVKpVqlUDomVdRiAwBwWqIG',
      'zexxV6Ysovn7qWnwt6FfpIx4NDMNnnZivlTtEuQKaRo8QW60TL0uCK6BTElcFwVf4kelS9UA/KqLwwKV7cuCXCK3SMGY+8TjEsZRgdKCWsseca',
      'kFNTWy/yOdV1FGmcI7zmZC5mWqF7UCNC5TbcFwp3TFupDo6Y8Vw2cV1F5gvJQrlOhzNX+rniYYAMgBtFjdVFEAFCvPlajta4KtJ6jLqT7N/aFn',
      'IsF2PBTM8tC7pNjLu8v1c8nI+kEo2DaxeUItOMhdUjZMYISCAWw7fWrm3gNaKimFaSgYSTNlpXkKTuRWg1yFgjWPv951lLcvNJSYWTAUrP+9Ly',
      '1PwfgBCXI7Eaz52M3O2HPyzjg9gRGa3AtmXT5fc7r2ocZVpVKpVKvUJwSPv7kIIdPgAAAAAElFTkSuQmCC',
    ].join(''),
    'base64',
  ),
};
