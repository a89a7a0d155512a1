const quoted = (text: string): string => text.replaceAll("\n", "%0A").replaceAll("\r", "%0D").replaceAll('"', "%22");

/**
 * A form as the body of a request (RFC 7578), with its type. WebKit cannot read a request back that was made of a form with a file
 * ("Unable to read form data blob"), as the API of this device does where no service worker answers.
 */
export function formBody(form: FormData): Blob {
  const boundary = `form-${crypto.randomUUID()}`;
  const pieces = [...form].flatMap(([name, value]) => {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"`;
    if (typeof value === "string") return [`${head}\r\n\r\n${value}\r\n`];
    return [
      `${head}; filename="${quoted(value.name)}"\r\nContent-Type: ${value.type || "application/octet-stream"}\r\n\r\n`,
      value,
      "\r\n",
    ];
  });
  return new Blob([...pieces, `--${boundary}--\r\n`], { type: `multipart/form-data; boundary=${boundary}` });
}
