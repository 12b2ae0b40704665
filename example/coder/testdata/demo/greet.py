def greet(name):
    print("Helo, " + name)


greet("world")
