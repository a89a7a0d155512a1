const quoted = (text: string): string => text.replaceAll("\n", "%0A").replaceAll("\r", "%0D").replaceAll('"', "%22");

/**
 * A form as a request body (RFC 7578), with its type. WebKit cannot read the body of a request created from a form with a file ("Unable to
 * read form data blob"), which the local API does if there is no service worker.
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
